#pragma once

/*
 * A switch with priorities: its wiring, one function per stage, and step() that runs them.
 *
 * As in static_switch_step.h, decisions are made from the registers as they are at the beginning of the cycle, so a stage that reads a register
 * stands before the one that changes it:
 *
 *   ends            time alone makes an input idle and an output open again: registers of this very cycle
 *   arbitration     reads heads, stops, idle, open; its grants take effect last
 *   stops           reads counts                                          (before: leave, enter)
 *   refill, leave, enter    per queue, in this order
 *   link            credits and messages of downstream                    (after: arbitration)
 *   arrival         a slot and the way: it enters in the next cycle       (before: release)
 *   release         a slot read to its end is free
 *   tables          by the configuration port                             (after: arrival)
 *   grants          pop_q, read side, output port; heads that are granted leave the request registers   (after: leave, release)
 */
#include "priority_switch.h"
#include "slot_stages.h"

/* By queue: inputs that can take a grant for its head, whose output is open and has not been told to stop the queue. Returns the inputs
 * that have one; if 0, that is all it says. */
STAGE uint64_t candidates(const struct priority_switch *sw, uint64_t eligible[1 + LINES], struct dims d)
{
	uint64_t any = smu_eligible(&sw->smu, d.queues, sw->mmu.idle, oport_open(&sw->oport), eligible);

	if (!any || !sw->stop_out.stopped)
		return any;
	any = 0;
	EACH_OF(q, d.queues) {
		if (eligible[q] && sw->stop_out.stop[q])
			eligible[q] = lanes_name(eligible[q], lanes_load(sw->smu.out[q]), ~sw->stop_out.stop[q]);
		any |= eligible[q];
	}
	return any;
}

STAGE void arbitrate(struct priority_switch *sw, struct slot_wires *w, struct dims d)
{
	const struct scheduler u = { &sw->base, &sw->arb_in, &sw->arb_out, &sw->stamp, sw->smu.out };
	uint64_t eligible[1 + LINES];
	const uint64_t any = candidates(sw, eligible, d);

	w->granted.outputs = w->granted.inputs = 0;
	if (!any)
		return;
	if (d.one_by_one)
		schedule_each(u, d.queues, eligible, any, &w->granted, w->queue, w->pop);
	else
		schedule_all(u, d.queues, d.radix, eligible, any, &w->granted, w->queue, w->pop);
}

STAGE void decide_stops(struct priority_switch *sw, struct slot_wires *w, struct dims d)
{
	const uint64_t news = sw->pfcu.changed ? pfcu_decide(&sw->pfcu, &sw->smu, &sw->base.shape, d.queues) : 0;

	w->out->message = news;
	EACH_IN(i, news) {
		struct switch_counts *counts = sw->base.counts + sw->base.number[i];
		const struct message m = pfcu_message(&sw->pfcu, &sw->base.shape, i);

		w->out->msg[i] = m;
		counts->xoff_sent += m.xoff;
		counts->xon_sent += !m.xoff;
	}
	pfcu_send(&sw->pfcu, news, w->cycle);
}

STAGE void leave(struct priority_switch *sw, struct dims d)
{
	pfcu_leave(&sw->pfcu, &sw->smu, d.queues, sw->base.shape.reserve);
	leave_queues(&sw->slots, &sw->smu, d);
}

STAGE void enter(struct priority_switch *sw, struct dims d)
{
	EACH_IN(i, sw->dt.arriving) {
		const struct dt_entry *e = dt_enter(&sw->dt, i);

		pfcu_enter(&sw->pfcu, i, enter_queue(&sw->slots, &sw->smu, i, sw->pfcu.enter[i], e->slot, e->out, e->flits, d), sw->base.shape.reserve);
	}
}

STAGE void take_links(struct priority_switch *sw, const struct slot_wires *w)
{
	oport_credit(&sw->oport, w->in->credit);
	EACH_IN(o, w->in->message) {
		stop_out_message(&sw->stop_out, o, w->in->msg + o);
		sw->base.counts[sw->base.number[o]].xoff_received += w->in->msg[o].xoff;
	}
}

STAGE void arrive(struct priority_switch *sw, const struct slot_wires *w, struct dims d)
{
	const uint64_t entered = sw->dt.arriving, back = mmu_arrivals(&sw->mmu, w->in->head);

	EACH_IN(i, w->in->head) {
		assert(w->in->packet[i].queue < sw->base.shape.queues);
		look_up(&sw->slots, w, i, back, d);
		pfcu_arrive(&sw->pfcu, i, w->in->packet + i);
	}
	dt_end(&sw->dt, entered, w->in->head);
	if (d.stamps)
		stamp_count(&sw->stamp, w->in->head, d.radix);
}

STAGE void grant_all(struct priority_switch *sw, const struct slot_wires *w, struct dims d)
{
	struct slot_grants g = { .flits = 0 };

	smu_grant_all(&sw->smu, d.queues, w->granted.inputs, w->pop);
	if (!grant_begin(&sw->slots, w))
		return;
	EACH_IN(o, w->granted.outputs) {
		const struct packet *const p = grant(&sw->slots, &sw->smu, w, o, w->granted.winner[o], &g, d);

		if (sw->base.links)
			links_send(sw->base.links, o, w->granted.winner[o], NULL, p);
	}
	grant_end(&sw->slots, w, &g);
}

STAGE uint64_t next_step(const struct priority_switch *sw, uint64_t cycle, struct dims d)
{
	uint64_t eligible[1 + LINES];

	if (sw->dt.arriving | sw->smu.popping | sw->smu.refilling | sw->pfcu.changed || candidates(sw, eligible, d))
		return cycle + 1;
	return wheel_next(&sw->base.wheel, cycle);
}

STAGE uint64_t step(struct priority_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out, struct dims d)
{
	struct slot_wires w;

	w.cycle = cycle;
	w.in = in;
	w.out = out;
	mmu_begin(&sw->mmu, cycle, in->head);
	smu_begin(&sw->smu);
	end_reads(&sw->slots, &w);
	if (d.stamps)
		shift_stamps(&sw->slots, &sw->smu);
	arbitrate(sw, &w, d);
	if (sw->base.far)
		fetch_requested(&sw->slots, &sw->smu, &w, d);
	decide_stops(sw, &w, d);
	pfcu_count(&sw->pfcu, sw->smu.popping | sw->dt.arriving);
	refill_requests(&sw->slots, &sw->smu, d);
	leave(sw, d);
	enter(sw, d);
	take_links(sw, &w);
	arrive(sw, &w, d);
	release(&sw->slots, &w, d);
	route_table_configure(&sw->dt.table, in->configure, in->destination, in->entry);
	grant_all(sw, &w, d);
	return next_step(sw, cycle, d);
}

/* Of the usual switch, of 8 ports and four priorities with up to 64 slots. */
static const struct dims usual = { .queues = 4, .radix = 8, .words = 1, .one_by_one = !LANES_WIDE, .row_shift = ROW_SHIFT };

STEP_FOR(step_usual, priority_switch, usual)
STEP_FOR(step_usual_apart, priority_switch, dims_apart(usual))
STEP_FOR(step_any, priority_switch, dims_of(sw))

static switch_step_function *step_for(const struct sluice_switch *sw)
{
	const struct step_for steps[] = { { usual, step_usual }, { dims_apart(usual), step_usual_apart } };

	return step_among(steps, sizeof steps / sizeof *steps, dims_of(sw), step_any);
}
