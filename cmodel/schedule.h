#pragma once

#include "step_common.h"

#include "units/arb_out.h"
#include "units/stamp.h"

/*
 * Both phases of a scheduler whose inputs pick a queue, and whose outputs pick an input. eligible: by queue, the inputs whose head may go; any: those that
 * have such a queue. Both ways set *g; by input that asks, the queue; and by queue, unless pop is NULL, the inputs whose head is granted.
 */
struct scheduler {
	const struct sluice_switch *base;
	struct arbiter_bank *arb_in;
	struct arb_out *arb_out;
	const struct stamp *stamp;      /* of heads, where arbiters are oldest-first: then they decide port by port */
	uint8_t (*out)[SWITCH_PORTS];   /* by queue, by input: the output of its head */
};

/* For all ports at once. */
STAGE void schedule_all(struct scheduler u, unsigned queues, unsigned radix, const uint64_t *eligible, uint64_t any, struct granted *g, uint8_t *queue,
			uint64_t *pop)
{
	const lanes first = lanes_load(u.base->first), none = lanes_all(UINT8_MAX);
	const lanes pick = arbiter_pick_all(u.arb_in, any, queues, eligible);
	uint64_t asking[1 + LINES];
	lanes target = none, winner;

	EACH_OF(q, queues) {
		asking[q] = any & lanes_equal(pick, lanes_all((uint8_t)q));
		target = lanes_where(asking[q], lanes_load(u.out[q]), target);
	}
	g->outputs = arb_out_pick_all(u.arb_out, radix, target, first, &winner);
	g->inputs = any & lanes_equal(lanes_look_within(winner, target, radix), lanes_number());
	if (pop)
		EACH_OF(q, queues)
			pop[q] = asking[q] & g->inputs;
	lanes_store(queue, pick);
	lanes_store(g->winner, winner);
	arbiter_served_all(u.arb_in, queues, g->inputs, pick);
	arbiter_served_all(&u.arb_out->arbiter, radix, g->outputs, lanes_subtract(winner, first));
}

/* Second phase for an output, of the inputs that ask for it. */
STAGE unsigned schedule_output(struct scheduler u, unsigned o, uint64_t asking, const uint8_t *queue)
{
	if (u.stamp->used)
		return stamp_oldest_input(u.stamp, u.base->number[o], asking, queue);
	const unsigned i = arb_out_serve(u.arb_out, o, asking, u.base->first[o]);

	arbiter_served(u.arb_in, i, queue[i]);
	return i;
}

/* Port by port: by age, and on any processor. */
STAGE void schedule_each(struct scheduler u, unsigned queues, const uint64_t *eligible, uint64_t any, struct granted *g, uint8_t *queue, uint64_t *pop)
{
	uint64_t asking[SWITCH_PORTS];

	g->outputs = g->inputs = 0;
	EACH_IN(i, any) {
		const uint64_t of = rows_with(eligible, queues, i);

		queue[i] = (uint8_t)(u.stamp->used ? stamp_oldest(u.stamp, u.base->number[i], i, of) : arbiter_pick(u.arb_in, i, of));
		const unsigned o = u.out[queue[i]][i];

		asking[o] = (g->outputs >> o & 1 ? asking[o] : 0) | bit(i);
		g->outputs |= bit(o);
	}
	EACH_OF(q, queues)
		pop[q] = 0;
	EACH_IN(o, g->outputs) {
		const unsigned i = schedule_output(u, o, asking[o], queue);

		g->winner[o] = (uint8_t)i;
		g->inputs |= bit(i);
		pop[queue[i]] |= bit(i);
	}
}
