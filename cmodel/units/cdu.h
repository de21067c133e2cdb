#ifndef CDU_H
#define CDU_H

#include "bits.h"
#include "image.h"

/*
 * Congestion detection of all input ports: a head of a long cold queue that lost an
 * arbitration. No state by port but single bits.
 * RTL twin: rtl_gen/units/cdu.v. RECN-IQ 2.2, 3.4.
 */
struct cdu {
	uint64_t waiting;               /* inputs: waiting_q */
	uint64_t crowded;               /* inputs: cold queue longer than detect_threshold */
};

static inline void cdu_count(struct cdu *u, const struct shape *s, unsigned port, unsigned count)
{
	if (count > s->detect_threshold)
		u->crowded |= bit(port);
	else
		u->crowded &= ~bit(port);
}

void cdu_image(const struct cdu *u, uint64_t inputs, struct image *m);

#endif
