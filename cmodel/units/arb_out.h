#ifndef ARB_OUT_H
#define ARB_OUT_H

#include "arbiter.h"
#include "image.h"

/*
 * Scheduler, second phase, of all output ports: each output picks one input that requests it.
 * An input requests only an open output, so a pick is a grant.
 * RTL twin: rtl_gen/units/arb_out.v. RECN-IQ 3.7.
 */
struct arb_out {
	struct arbiter_bank arbiter;    /* by output; requesters are the inputs of its switch */
};

void arb_out_place(struct arb_out *u, const struct shape *s, unsigned radix, struct arena *a);

/* Pick and serve one input of req, which is not empty, for an output. first: the first port of its switch. Returns the input. */
static inline unsigned arb_out_serve(struct arb_out *u, unsigned port, uint64_t req, unsigned first)
{
	const unsigned i = arbiter_pick(&u->arbiter, port, req >> first);

	arbiter_served(&u->arbiter, port, i);
	return first + i;
}

/* arb_out_pick_all() of matrices. */
STAGE uint64_t arb_out_pick_all_by_matrix(const struct arb_out *u, unsigned radix, lanes target, lanes first, lanes *winner)
{
	const lanes none = lanes_all(UINT8_MAX);
	lanes least = none;

	EACH_OF(k, radix) {
		const lanes at = lanes_add(first, lanes_all((uint8_t)k));
		const lanes order = lanes_where_equal(lanes_look_within(target, at, radix), lanes_number(), lanes_load(u->arbiter.order[k]), none);

		*winner = lanes_where_less(order, least, at, *winner);
		least = lanes_least(order, least);
	}
	return lanes_less(least, none);
}

/*
 * Pick a winner for every output at once, in switches of `radix` ports. target: by input, the output of its switch that it requests, or UINT8_MAX.
 * first: by port, the first port of its switch. winner: by output, the input, or UINT8_MAX. Returns the outputs that are requested.
 */
STAGE uint64_t arb_out_pick_all(const struct arb_out *u, unsigned radix, lanes target, lanes first, lanes *winner)
{
	const lanes none = lanes_all(UINT8_MAX);

	*winner = none;
	if (u->arbiter.order)
		return arb_out_pick_all_by_matrix(u, radix, target, first, winner);
	const lanes next = lanes_load_words(u->arbiter.next);

	EACH_OF(k, radix) {             /* lowest priority first: later requests replace earlier ones */
		const lanes ahead = lanes_add(next, lanes_all((uint8_t)(radix - 1 - k)));       /* up to 2 radix - 1 */
		const lanes at = lanes_add(first, lanes_wrap_down(ahead, radix));

		*winner = lanes_where_equal(lanes_look_within(target, at, radix), lanes_number(), at, *winner);
	}
	return lanes_less(*winner, none);
}

void arb_out_image(const struct arb_out *u, uint64_t outputs, struct image *m);

#endif
