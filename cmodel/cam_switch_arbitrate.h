#pragma once

#include "cam_switch.h"

/* The scheduler of a switch: both phases, for all ports at once. */

/* Inputs whose head of queue q is ready and not stopped. */
STAGE uint64_t unstopped(const struct cam_switch *sw, unsigned q, struct dims d)
{
	const unsigned cold = dims_queue(d, 0);

	return sw->ru.ready[q] & ~(q < cold ? 0 : sw->cam_in.xoff[q - cold]);
}

/* By queue: those of these inputs that have such a head for one of these outputs. Returns those that have any; if 0, that is all it says. */
STAGE uint64_t eligible_for(const struct cam_switch *sw, uint64_t inputs, uint64_t outputs, uint64_t heads[1 + LINES], struct dims d)
{
	uint64_t any = 0;

	EACH_OF(q, d.queues) {
		heads[q] = inputs & unstopped(sw, q, d);
		any |= heads[q];
	}
	if (!any)
		return 0;
	any = 0;
	EACH_OF(q, d.queues) {
		if (!sw->mu.held[q])
			continue;
		heads[q] = lanes_name(heads[q], lanes_load(sw->mu.out[q]), outputs);
		any |= heads[q];
	}
	return any;
}

/* Both phases where one input asks. */
STAGE void serve_one(struct cam_switch *sw, struct wires *w, unsigned i, uint64_t outputs, struct dims d)
{
	uint64_t queues = 0;

	EACH_OF(q, d.queues)
		queues |= (unstopped(sw, q, d) >> i & outputs >> *mu_out(&sw->mu, i, q) & 1) << q;
	const unsigned q = arbiter_pick(&sw->arb_in, i, queues), o = *mu_out(&sw->mu, i, q);

	EACH_OF(k, d.queues)
		mu_next_pop(&sw->mu)[k] = (uint64_t)(k == q) << i;
	w->slots.granted.outputs = bit(o);
	w->slots.granted.inputs = bit(i);
	w->slots.granted.winner[o] = (uint8_t)i;
	w->slots.queue[i] = (uint8_t)q;
	arbiter_served(&sw->arb_in, i, q);
	arbiter_served(&sw->arb_out.arbiter, o, i - sw->base.first[o]);
}

/* Both phases: heads that are granted are ready no longer. */
STAGE void arbitrate(struct cam_switch *sw, struct wires *w, struct dims d)
{
	uint64_t candidates[1 + LINES];
	const uint64_t outputs = oport_open(&sw->oport), any = eligible_for(sw, sw->mmu.idle, outputs, candidates, d);

	if (any) {
		if (d.one_by_one)
			cam_serve(sw, w, candidates, any);
		else if (any & (any - 1))
			schedule_all(cam_scheduler(sw), d.queues, d.radix, candidates, any, &w->slots.granted, w->slots.queue, mu_next_pop(&sw->mu));
		else
			serve_one(sw, w, lowest(any), outputs, d);
		EACH_OF(q, d.queues)
			ru_withdraw(&sw->ru, q, mu_next_pop(&sw->mu)[q]);
	}
	EACH_IN(i, d.stamps ? sw->mu.refilling : 0)          /* heads from the next cycle on */
		stamp_refill(&sw->stamp, i, sw->mu.refill_queue[i], 0);
}
