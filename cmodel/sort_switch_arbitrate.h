#pragma once

#include "sort_switch.h"

/* The scheduler of a switch that sorts packets as they arrive: both phases, for all ports at once. */

/* By input: the turn that leads to an output. first: by port, the first port of its switch. */
STAGE lanes turns_to(lanes out, lanes first, struct dims d)
{
	return lanes_wrap_up(lanes_subtract(out, d.by_destination ? first : lanes_number()), d.radix);
}

/* The inputs that are granted serve these queues; candidates: by queue, inputs. */
STAGE void serve_queues(struct sort_switch *sw, struct sort_wires *w, const uint64_t *candidates, lanes winner, lanes first, lanes turn, struct dims d)
{
	const lanes queue = arbiter_pick_all(&sw->arb_by_output.queues, w->slots.granted.inputs, d.queues, candidates);

	EACH_OF(q, d.queues)
		w->slots.pop[q] = w->slots.granted.inputs & lanes_equal(queue, lanes_all((uint8_t)q));
	lanes_store(w->slots.queue, queue);
	arbiter_served_all(&sw->arb_by_output.outputs, d.radix, w->slots.granted.inputs, turn);
	arbiter_served_all(&sw->arb_by_output.queues, d.queues, w->slots.granted.inputs, queue);
	arbiter_served_all(&sw->arb_out.arbiter, d.radix, w->slots.granted.outputs, lanes_subtract(winner, first));
}

/* The queue that an input serves, for its heads in these. */
STAGE unsigned pick_queue(const struct sort_switch *sw, unsigned i, uint64_t queues)
{
	return queues & (queues - 1) ? arbiter_pick(&sw->arb_by_output.queues, i, queues) : lowest(queues);
}

/* The same one by one: for the few that are granted that costs less than all ports do in four registers. */
STAGE void serve_queues_each(struct sort_switch *sw, struct sort_wires *w, const uint64_t *candidates, struct dims d)
{
	EACH_OF(q, d.queues)
		w->slots.pop[q] = 0;
	EACH_IN(o, w->slots.granted.outputs) {
		const unsigned i = w->slots.granted.winner[o], q = pick_queue(sw, i, rows_with(candidates, d.queues, i));

		w->slots.pop[q] |= bit(i);
		w->slots.queue[i] = (uint8_t)q;
		arb_by_output_served(&sw->arb_by_output, i, turn_to(&sw->base.shape, i, o), q);
		arbiter_served(&sw->arb_out.arbiter, o, i - sw->base.first[o]);
	}
}

/* Both phases, for all ports. eligible: by queue, inputs. */
STAGE void serve_all(struct sort_switch *sw, struct sort_wires *w, const uint64_t *eligible, struct dims d)
{
	const lanes first = lanes_load(sw->base.first), none = lanes_all(UINT8_MAX);
	uint64_t candidates[1 + LINES];
	lanes least = none, turn = none, target = none, winner;

	EACH_OF(q, d.queues) {
		const lanes out = lanes_load(sw->smu.out[q]), to = turns_to(out, first, d);
		const lanes before = lanes_where(eligible[q], arbiter_before_all(&sw->arb_by_output.outputs, d.radix, to), none);

		turn = lanes_where_less(before, least, to, turn);
		target = lanes_where_less(before, least, out, target);
		least = lanes_least(before, least);
	}
	w->slots.granted.outputs = arb_out_pick_all(&sw->arb_out, d.radix, target, first, &winner);
	w->slots.granted.inputs = lanes_less(target, none) & lanes_equal(lanes_look_within(winner, target, d.radix), lanes_number());
	EACH_OF(q, d.queues)
		candidates[q] = eligible[q] & w->slots.granted.inputs & lanes_equal(lanes_load(sw->smu.out[q]), target);
	lanes_store(w->slots.granted.winner, winner);
	if (LANES_BYTES >= 32)
		serve_queues(sw, w, candidates, winner, first, turn, d);
	else
		serve_queues_each(sw, w, candidates, d);
}

/* The same where one input asks. */
STAGE void serve_one(struct sort_switch *sw, struct sort_wires *w, const uint64_t *eligible, unsigned i, struct dims d)
{
	const uint64_t queues = rows_with(eligible, d.queues, i);
	const unsigned q = queues & (queues - 1) ? sort_choose(sw, i, queues) : lowest(queues), o = sw->smu.out[q][i];

	EACH_OF(k, d.queues)
		w->slots.pop[k] = (uint64_t)(k == q) << i;
	w->slots.queue[i] = (uint8_t)q;
	w->slots.granted.outputs = bit(o);
	w->slots.granted.inputs = bit(i);
	w->slots.granted.winner[o] = (uint8_t)i;
	arb_by_output_served(&sw->arb_by_output, i, turn_to(&sw->base.shape, i, o), q);
	arbiter_served(&sw->arb_out.arbiter, o, i - sw->base.first[o]);
}

STAGE void arbitrate(struct sort_switch *sw, struct sort_wires *w, struct dims d)
{
	uint64_t eligible[1 + LINES];
	const uint64_t any = smu_eligible(&sw->smu, d.queues, sw->mmu.idle, oport_open(&sw->oport), eligible);

	w->slots.granted.outputs = w->slots.granted.inputs = 0;
	if (!any)
		return;
	if (d.one_by_one)
		sort_serve(sw, w, eligible, any);
	else if (any & (any - 1))
		serve_all(sw, w, eligible, d);
	else
		serve_one(sw, w, eligible, lowest(any), d);
}
