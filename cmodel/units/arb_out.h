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
	struct arbiter_bank arbiter;    /* by output: inputs */
};

void arb_out_place(struct arb_out *u, const struct shape *s, struct arena *a);

void arb_out_image(const struct arb_out *u, uint64_t outputs, struct image *m);

#endif
