#pragma once

#include "arbiter.h"
#include "image.h"
#include "unit.h"

/*
 * Scheduler, second phase, of all output ports: each output picks one input that requests it.
 * An input requests only an open output, so a pick is a grant.
 * RTL twin: rtl_gen/units/arb_out.v. RECN-IQ 3.7.
 */
struct arb_out {
	struct arbiter_bank arbiter;    /* by output; requesters are the inputs of its switch */
};

extern const struct unit_model arb_out_unit;

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

/* The inputs that are so many ahead of the first one of the switch, up to 2 radix - 1. */
STAGE lanes arb_out_ahead(lanes first, lanes ahead, unsigned radix)
{
	return lanes_add(first, lanes_wrap_down(ahead, radix));
}

/* arb_out_pick_all() of round-robin arbiters, with registers in which it costs less to keep the rank of a winner than the winner. */
STAGE uint64_t arb_out_pick_all_by_rank(const struct arb_out *u, unsigned radix, lanes target, lanes first, lanes *winner)
{
	const lanes next = lanes_load_words(u->arbiter.next);
	lanes rank = lanes_all(0);      /* of the request with the highest priority; 1: the lowest one, 0: there is none */

	EACH_OF(k, radix) {
		const lanes at = arb_out_ahead(first, lanes_add(next, lanes_all((uint8_t)(radix - 1 - k))), radix);

		rank = lanes_raise_equal(lanes_look_within(target, at, radix), lanes_number(), lanes_all((uint8_t)(k + 1)), rank);
	}
	const uint64_t outputs = lanes_less(lanes_all(0), rank);
	const lanes ahead = lanes_add(next, lanes_subtract(lanes_all((uint8_t)radix), rank));

	*winner = lanes_where(outputs, arb_out_ahead(first, ahead, radix), lanes_all(UINT8_MAX));
	return outputs;
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
	if (LANES_BYTES == 16)
		return arb_out_pick_all_by_rank(u, radix, target, first, winner);
	const lanes next = lanes_load_words(u->arbiter.next);

	EACH_OF(k, radix) {             /* lowest priority first: later requests replace earlier ones */
		const lanes at = arb_out_ahead(first, lanes_add(next, lanes_all((uint8_t)(radix - 1 - k))), radix);

		*winner = lanes_where_equal(lanes_look_within(target, at, radix), lanes_number(), at, *winner);
	}
	return lanes_less(*winner, none);
}
