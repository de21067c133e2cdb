#ifndef CDU_H
#define CDU_H

#include "mu.h"

/*
 * Congestion detection of all input ports: a head of a long cold queue that lost an
 * arbitration.
 * RTL twin: rtl_gen/units/cdu.v. RECN-IQ 2.2, 3.4.
 */
struct cdu {
	uint64_t waiting;               /* inputs: detect_q, unless they were granted in the cycle before */
	uint64_t crowded;               /* inputs: cold queue longer than detect_threshold */
	uint8_t sent[SWITCH_PORTS];     /* by input: output (not turn) of the packet being sent, or sent last */
	uint8_t popped[SWITCH_PORTS];   /* by input: output of the packet popped last. Images only. */
};

void cdu_reset(struct cdu *u, const struct shape *s);

static inline bool cdu_is_long(const struct shape *s, unsigned count)
{
	return count > s->detect_threshold;
}

/* A packet entered the cold queue. */
static inline void cdu_entered(struct cdu *u, const struct shape *s, unsigned port, unsigned count)
{
	u->crowded |= (uint64_t)cdu_is_long(s, count) << port;
}

/* Of `ready` inputs, whose cold queue has a ready head: those where it is long, and that head may go but for others. It may not
 * while the input, not idle, sends to the same output. */
static inline uint64_t cdu_held_up(const struct cdu *u, const struct mu *mu, uint64_t ready, uint64_t idle)
{
	uint64_t held_up = ready & u->crowded;
	unsigned i;

	EACH(i, held_up & ~idle)
		held_up &= ~((uint64_t)(u->sent[i] == *mu_out(mu, i, 0)) << i);
	return held_up;
}

/* detect_q: a grant comes before it. */
void cdu_image(const struct cdu *u, uint64_t popping, uint64_t inputs, struct image *m);
/* sent_turn_q. */
void cdu_image_sent(const struct cdu *u, const struct shape *s, uint64_t inputs, struct image *m);

#endif
