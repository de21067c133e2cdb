/* The scheduler of a switch that sorts packets as they arrive, port by port. */
#include "sort_switch_wires.h"

/* The output that an input requests, of those that the heads of these queues are for. */
static unsigned choose_output(const struct sort_switch *sw, unsigned i, uint64_t queues)
{
	const struct shape *s = &sw->base.shape;
	const unsigned first = sw->base.first[i];
	uint64_t turns = 0;
	unsigned q;

	EACH(q, queues)
		turns |= bit(turn_to(s, i, sw->smu.out[q][i]));
	const unsigned out = (sort_by_list(sw) ? first : i) + arbiter_pick(&sw->arb_by_output.outputs, i, turns);

	return out < first + s->radix ? out : out - s->radix;
}

/* The queue that is served, of those whose head is for the output. */
static unsigned choose_queue(const struct sort_switch *sw, unsigned i, unsigned o, uint64_t queues)
{
	uint64_t candidates = 0;
	unsigned q;

	EACH(q, queues)
		candidates |= (uint64_t)(sw->smu.out[q][i] == o) << q;
	return arbiter_pick(&sw->arb_by_output.queues, i, candidates);
}

unsigned sort_choose(const struct sort_switch *sw, unsigned i, uint64_t queues)
{
	return choose_queue(sw, i, choose_output(sw, i, queues), queues);
}

/* First phase: the output that an input requests. By age: that of its oldest head. */
static unsigned request(const struct sort_switch *sw, struct sort_wires *w, unsigned i, uint64_t queues)
{
	if (!sw->stamp.used)
		return choose_output(sw, i, queues);
	w->slots.queue[i] = (uint8_t)stamp_oldest(&sw->stamp, sw->base.number[i], i, &queues, 1);
	return sw->smu.out[w->slots.queue[i]][i];
}

/* Second phase for an output, of the inputs that request it. */
static unsigned serve(struct sort_switch *sw, struct sort_wires *w, unsigned o, uint64_t inputs, const uint64_t *eligible)
{
	if (sw->stamp.used)
		return stamp_oldest_input(&sw->stamp, sw->base.number[o], inputs, w->slots.queue);
	const unsigned i = arb_out_serve(&sw->arb_out, o, inputs, sw->base.first[o]);

	w->slots.queue[i] = (uint8_t)choose_queue(sw, i, o, rows_with(eligible, sw->base.shape.queues, i));
	arb_by_output_served(&sw->arb_by_output, i, turn_to(&sw->base.shape, i, o), w->slots.queue[i]);
	return i;
}

void sort_serve(struct sort_switch *sw, struct sort_wires *w, const uint64_t *eligible, uint64_t any)
{
	uint64_t requests[SWITCH_PORTS], outputs = 0;
	unsigned i, o;

	memset(w->slots.pop, 0, sw->base.shape.queues * sizeof *w->slots.pop);
	EACH(i, any) {
		o = request(sw, w, i, rows_with(eligible, sw->base.shape.queues, i));
		requests[o] = (outputs >> o & 1 ? requests[o] : 0) | bit(i);
		outputs |= bit(o);
	}
	EACH(o, outputs) {
		i = serve(sw, w, o, requests[o], eligible);
		w->slots.granted.winner[o] = (uint8_t)i;
		w->slots.granted.inputs |= bit(i);
		w->slots.pop[w->slots.queue[i]] |= bit(i);
	}
	w->slots.granted.outputs = outputs;
}
