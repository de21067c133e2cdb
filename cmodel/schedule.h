#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "step_common.h"

#include "units/arb_out.h"

/*
 * Both phases of a scheduler whose inputs pick a queue, and whose outputs pick an input, for all ports at once. eligible: by queue, the inputs whose head may
 * go; any: those that have such a queue; out: by queue, by input, the output of its head. Sets *g and, by input that is granted, its queue.
 */
STAGE void schedule_all(struct arbiter_bank *arb_in, struct arb_out *arb_out, unsigned queues, unsigned radix, const uint64_t *eligible, uint64_t any,
			uint8_t (*const out)[SWITCH_PORTS], const uint8_t *first_port, struct granted *g, uint8_t *queue)
{
	const lanes first = lanes_load(first_port), none = lanes_all(UINT8_MAX);
	const lanes pick = arbiter_pick_all(arb_in, any, queues, eligible);
	lanes target = none, winner;

	EACH_OF(q, queues)
		target = lanes_where(eligible[q] & lanes_equal(pick, lanes_all((uint8_t)q)), lanes_load(out[q]), target);
	g->outputs = arb_out_pick_all(arb_out, radix, target, first, &winner);
	g->inputs = lanes_less(target, none) & lanes_equal(lanes_look_within(winner, target, radix), lanes_number());
	arbiter_served_all(arb_in, queues, g->inputs, pick);
	arbiter_served_all(&arb_out->arbiter, radix, g->outputs, lanes_subtract(winner, first));
	lanes_store(queue, pick);
	lanes_store(g->winner, winner);
}

#endif
