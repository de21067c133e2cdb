#ifndef CDU_H
#define CDU_H

#include "lanes.h"
#include "mu.h"

/*
 * Congestion detection of all input ports: a head of a long cold queue that lost an
 * arbitration.
 * RTL twin: rtl_gen/units/cdu.v. RECN-IQ 2.2, 3.4.
 */
struct cdu {
	uint64_t waiting;               /* inputs: detect_q, unless they were granted in the cycle before */
	_Alignas(SWITCH_PORTS) uint8_t sent[SWITCH_PORTS];     /* by input: output (not turn) of the packet being sent, or sent last */
	uint8_t popped[SWITCH_PORTS];   /* by input: output of the packet popped last. Images only. */
};

void cdu_reset(struct cdu *u, const struct shape *s);

/* Of `ready` inputs, whose cold queue has a ready head: those where it is long, and that head may go but for others. It may not
 * while the input, not idle, sends to the same output. */
static inline uint64_t cdu_held_up(const struct cdu *u, const struct shape *s, const struct mu *mu, uint64_t ready, uint64_t idle)
{
	const uint64_t crowded = ready ? words_above(ready, mu->count[0], s->detect_threshold) : 0;

	return crowded ? crowded & (idle | ~lanes_equal(lanes_load(u->sent), lanes_load(mu->out[0]))) : 0;
}

/* Inputs that hold up their cold queue; fewer of them, since something else comes first. */
static inline void cdu_watch(struct cdu *u, uint64_t inputs)
{
	u->waiting = inputs;
}

static inline void cdu_give_way(struct cdu *u, uint64_t inputs)
{
	u->waiting &= ~inputs;
}

/* A packet is granted to an output; and popped. */
static inline void cdu_send(struct cdu *u, unsigned port, unsigned out)
{
	u->sent[port] = (uint8_t)out;
}

static inline void cdu_pop(struct cdu *u, unsigned port)
{
	u->popped[port] = u->sent[port];
}

/* detect_q: a grant comes before it. */
void cdu_image(const struct cdu *u, uint64_t popping, uint64_t inputs, struct image *m);
/* sent_turn_q. */
void cdu_image_sent(const struct cdu *u, const struct shape *s, uint64_t inputs, struct image *m);

#endif
