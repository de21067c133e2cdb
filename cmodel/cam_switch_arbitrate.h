#ifndef CAM_SWITCH_ARBITRATE_H
#define CAM_SWITCH_ARBITRATE_H

#include "cam_switch_wires.h"

/* The scheduler of a switch: both phases, for all ports at once. */

/* Inputs whose head of queue q is ready and not stopped. */
STAGE uint64_t unstopped(const struct cam_switch *sw, unsigned q)
{
	return sw->ru.ready[q] & ~(q ? sw->cam_in.xoff[q - 1] : 0);
}

/* By queue: those of these inputs that have such a head for one of these outputs. Returns those that have any; if 0, that is all it says. */
STAGE uint64_t eligible_for(const struct cam_switch *sw, uint64_t inputs, uint64_t outputs, uint64_t heads[1 + LINES], struct dims d)
{
	uint64_t any = 0;

	EACH_OF(q, d.queues) {
		heads[q] = inputs & unstopped(sw, q);
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

/* Both phases, for all ports. candidates: by queue, inputs; any: of all queues. */
STAGE void serve_next(struct cam_switch *sw, struct wires *w, const uint64_t *candidates, uint64_t any, struct dims d)
{
	const lanes first = lanes_load(sw->base.first), none = lanes_all(UINT8_MAX), queue = arbiter_pick_all(&sw->arb_in, any, d.queues, candidates);
	uint64_t *const pop = mu_next_pop(&sw->mu);
	uint64_t requesting[1 + LINES];
	lanes target = none, winner;

	EACH_OF(q, d.queues) {
		requesting[q] = lanes_equal(queue, lanes_all((uint8_t)q)) & any;
		target = lanes_where(requesting[q], lanes_load(sw->mu.out[q]), target);
	}
	w->granted.outputs = arb_out_pick_all(&sw->arb_out, d.radix, target, first, &winner);
	w->granted.inputs = any & lanes_equal(lanes_look_within(winner, target, d.radix), lanes_number());
	EACH_OF(q, d.queues) {
		pop[q] = requesting[q] & w->granted.inputs;
		ru_withdraw(&sw->ru, q, pop[q]);
	}
	lanes_store(w->pick, queue);
	lanes_store(w->granted.winner, winner);
	arbiter_served_all(&sw->arb_in, d.queues, w->granted.inputs, queue);
	arbiter_served_all(&sw->arb_out.arbiter, d.radix, w->granted.outputs, lanes_subtract(winner, first));
}

/* The same where one input asks. */
STAGE void serve_one(struct cam_switch *sw, struct wires *w, unsigned i, uint64_t outputs, struct dims d)
{
	uint64_t queues = 0;

	EACH_OF(q, d.queues)
		queues |= (unstopped(sw, q) >> i & outputs >> *mu_out(&sw->mu, i, q) & 1) << q;
	const unsigned q = arbiter_pick(&sw->arb_in, i, queues), o = *mu_out(&sw->mu, i, q);

	EACH_OF(k, d.queues)
		mu_next_pop(&sw->mu)[k] = (uint64_t)(k == q) << i;
	ru_withdraw(&sw->ru, q, bit(i));
	w->granted.outputs = bit(o);
	w->granted.inputs = bit(i);
	w->granted.winner[o] = (uint8_t)i;
	w->pick[i] = (uint8_t)q;
	arbiter_served(&sw->arb_in, i, q);
	arbiter_served(&sw->arb_out.arbiter, o, i - sw->base.first[o]);
}

/* Both phases: heads that are granted are ready no longer. */
STAGE void arbitrate(struct cam_switch *sw, struct wires *w, struct dims d)
{
	uint64_t candidates[1 + LINES];
	const uint64_t outputs = oport_open(&sw->oport), any = eligible_for(sw, sw->mmu.idle, outputs, candidates, d);
	unsigned i;

	if (any) {
		if (d.one_by_one)
			cam_serve(sw, w, candidates, any);
		else if (any & (any - 1))
			serve_next(sw, w, candidates, any, d);
		else
			serve_one(sw, w, lowest(any), outputs, d);
	}
	EACH(i, d.stamps ? sw->mu.refilling : 0)          /* heads from the next cycle on */
		stamp_refill(&sw->stamp, i, sw->mu.refill_queue[i], 0);
}

#endif
