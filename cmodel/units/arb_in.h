#ifndef ARB_IN_H
#define ARB_IN_H

#include "mu.h"
#include "arbiter.h"

/*
 * Scheduler, first phase, of all input ports: a queue of each input.
 * RTL twin: rtl_gen/units/arb_in.v. RECN-IQ 3.7.
 */
struct arb_in {
	_Alignas(SWITCH_PORTS) uint8_t pick[SWITCH_PORTS];     /* by input: the queue that requests in this cycle */
	struct arbiter_bank arbiter;    /* by input: queues */
};

void arb_in_place(struct arb_in *u, const struct shape *s, struct arena *a);

/* The queue that an input, or that every input, requests for. */
static inline void arb_in_pick(struct arb_in *u, unsigned port, unsigned q)
{
	u->pick[port] = (uint8_t)q;
}

static inline void arb_in_pick_all(struct arb_in *u, lanes queue)
{
	lanes_store(u->pick, queue);
}

/* prio_q: of the queues' arbiters. */
void arb_in_image(const struct arbiter_bank *queues, uint64_t inputs, struct image *m);

#endif
