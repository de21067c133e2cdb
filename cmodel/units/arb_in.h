#ifndef ARB_IN_H
#define ARB_IN_H

#include "mu.h"
#include "arbiter.h"

/*
 * Scheduler, first phase, of all input ports: each input picks one queue with an eligible head.
 * RTL twin: rtl_gen/units/arb_in.v. RECN-IQ 3.7.
 */
struct arb_in {
	_Alignas(SWITCH_PORTS) uint8_t pick[SWITCH_PORTS];     /* by input: the queue that requests in this cycle */
	struct arbiter_bank arbiter;    /* by input; requesters are its queues */
};

void arb_in_place(struct arb_in *u, const struct shape *s, struct arena *a);

/* Set the queue that one input requests for; the queues of all inputs, by input. */
static inline void arb_in_pick(struct arb_in *u, unsigned port, unsigned q)
{
	u->pick[port] = (uint8_t)q;
}

static inline void arb_in_pick_all(struct arb_in *u, lanes queue)
{
	lanes_store(u->pick, queue);
}

/* Render prio_q of these inputs; their arbiters are `queues`. */
void arb_in_image(const struct arbiter_bank *queues, uint64_t inputs, struct image *m);

#endif
