#ifndef ARB_IN_H
#define ARB_IN_H

#include "mu.h"
#include "arbiter.h"

/*
 * Scheduler, first phase, of all input ports: a queue of each input. So that blocked
 * inputs cost nothing, inputs are filed under the outputs that their heads wait for.
 * Invariant: waiting[o] are the inputs with a ready, not stopped head for output o; wanted are the o where there is one.
 * RTL twin: rtl_gen/units/arb_in.v. RECN-IQ 3.7.
 */
struct arb_in {
	unsigned radix;                 /* of a switch */
	uint64_t wanted;                /* outputs */
	uint64_t waiting[SWITCH_PORTS];              /* by output: inputs */
	uint8_t *heads;                 /* by input * radix + output, which differs for all pairs within a switch: how many of such heads */
	uint8_t pick[SWITCH_PORTS];                  /* by input: the queue that requests in this cycle */
	struct arbiter_bank arbiter;    /* by input: queues */
};

void arb_in_place(struct arb_in *u, const struct shape *s, unsigned radix, struct arena *a);

/* A head became ready (1; 0: it did not), or is stopped no longer. */
static inline void arb_in_file(struct arb_in *u, unsigned port, unsigned out, uint64_t ready)
{
	uint8_t *heads = u->heads + (size_t)port * u->radix + out;

	*heads = (uint8_t)(*heads + ready);
	u->waiting[out] |= ready << port;
	u->wanted |= ready << out;
}

/* A head filed for `out` went, or was stopped. */
static inline void arb_in_unfile(struct arb_in *u, unsigned port, unsigned out)
{
	uint8_t *heads = u->heads + (size_t)port * u->radix + out;

	assert(*heads);
	u->waiting[out] &= ~((uint64_t)(--*heads == 0) << port);
	u->wanted &= ~((uint64_t)(u->waiting[out] == 0) << out);
}

/* Queues of `able` whose output is open. All are looked at: how many are able is chance. */
static inline uint64_t arb_in_candidates(const struct mu *mu, unsigned port, uint64_t able, uint64_t open)
{
	const struct queue *queue = mu_queue(mu, port, 0);
	uint64_t candidates = 0;

	for (unsigned q = 0; q < mu->queues; q++)
		candidates |= (open >> queue[q].out & 1) << q;
	return candidates & able;
}

/* prio_q: of the queues' arbiters. */
void arb_in_image(const struct arbiter_bank *queues, uint64_t inputs, struct image *m);

#endif
