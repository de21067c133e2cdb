#ifndef CDU_H
#define CDU_H

#include "bits.h"
#include "image.h"

/*
 * Congestion detection of all input ports: a head of a long cold queue that lost an
 * arbitration.
 * Invariant: behind is known of inputs whose cold queue has a ready head.
 * RTL twin: rtl_gen/units/cdu.v. RECN-IQ 2.2, 3.4.
 */
struct cdu {
	uint64_t waiting;               /* inputs: waiting_q */
	uint64_t crowded;               /* inputs: cold queue longer than detect_threshold */
	uint64_t behind;                /* inputs: the head of the cold queue asks for the output in sent */
	uint8_t sent[SWITCH_PORTS];     /* by input: output (not turn) of the packet being sent, or sent last */
	uint8_t popped[SWITCH_PORTS];   /* by input: output of the packet popped last. Images only. */
};

void cdu_reset(struct cdu *u, const struct shape *s);

static inline void cdu_count(struct cdu *u, const struct shape *s, unsigned port, unsigned count)
{
	u->crowded = (u->crowded & ~bit(port)) | (uint64_t)(count > s->detect_threshold) << port;
}

/* The head of the cold queue is ready, or will be, for output out. */
static inline void cdu_head(struct cdu *u, unsigned port, unsigned out)
{
	u->behind = (u->behind & ~bit(port)) | (uint64_t)(u->sent[port] == out) << port;
}

/* Inputs whose cold queue is long, and whose head may go but for others. */
static inline uint64_t cdu_held_up(const struct cdu *u, uint64_t ready, uint64_t idle)
{
	return ready & u->crowded & (idle | ~u->behind);
}

void cdu_image(const struct cdu *u, uint64_t inputs, struct image *m);
/* sent_turn_q. */
void cdu_image_sent(const struct cdu *u, const struct shape *s, uint64_t inputs, struct image *m);

#endif
