#ifndef ARB_OUT_H
#define ARB_OUT_H

#include "arbiter.h"
#include "image.h"

/*
 * Scheduler, second phase, of all output ports: an input for each output. An input
 * requests only an open output, so a pick is a grant.
 * RTL twin: rtl_gen/units/arb_out.v. RECN-IQ 3.7.
 */
struct arb_out {
	struct arbiter_bank arbiter;    /* by output: inputs of its switch */
};

void arb_out_place(struct arb_out *u, const struct shape *s, unsigned radix, struct arena *a);

/* An input of the switch that begins with port `first`, of req, which is not empty, is served. */
static inline unsigned arb_out_serve(struct arb_out *u, unsigned port, uint64_t req, unsigned first)
{
	const unsigned i = arbiter_pick(&u->arbiter, port, req >> first);

	arbiter_served(&u->arbiter, port, i);
	return first + i;
}

void arb_out_image(const struct arb_out *u, uint64_t outputs, struct image *m);

#endif
