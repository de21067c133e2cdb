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
	uint64_t wanted;                /* outputs */
	uint64_t waiting[SWITCH_PORTS];              /* by output: inputs */
	uint32_t aside[SWITCH_PORTS];   /* by input: lines whose queues have such a head */
	uint8_t pick[SWITCH_PORTS];                  /* by input: the queue that requests in this cycle */
	struct arbiter_bank arbiter;    /* by input: queues */
};

void arb_in_place(struct arb_in *u, const struct shape *s, struct arena *a);

/* A head became ready (1; 0: it did not), or is stopped no longer: `wanted`, too, is to say so. */
static inline void arb_in_file(struct arb_in *u, unsigned port, unsigned out, uint64_t ready)
{
	u->waiting[out] |= ready << port;
}

/* A head for `out` went, or was stopped. `others` still wait for that output, or 0. Does anybody want it now? */
static inline bool arb_in_unfile(struct arb_in *u, unsigned port, unsigned out, uint64_t others)
{
	return u->waiting[out] &= ~((uint64_t)(others == 0) << port);
}

/* Queues of `able` whose output is open. All are looked at: how many are able is chance. */
static inline uint64_t arb_in_candidates(const struct mu *mu, unsigned port, uint64_t able, uint64_t open)
{
	uint64_t candidates = 0;

	for (unsigned q = 0; q < mu->queues; q++)
		candidates |= (open >> *mu_out(mu, port, q) & 1) << q;
	return candidates & able;
}

/* prio_q: of the queues' arbiters. */
void arb_in_image(const struct arbiter_bank *queues, uint64_t inputs, struct image *m);

#endif
