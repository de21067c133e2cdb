#ifndef PRIORITY_SWITCH_STEP_H
#define PRIORITY_SWITCH_STEP_H

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

#include "links.h"

STAGE void end_reads(struct priority_switch *sw, struct priority_wires *w)
{
	const struct ends e = wheel_take(&sw->base.wheel, w->cycle);

	mmu_finish(&sw->mmu, e.inputs);
	oport_release(&sw->oport, e.outputs);
	w->ending = e.inputs;
}

STAGE void shift_stamps(struct priority_switch *sw)
{
	unsigned i;

	EACH(i, sw->smu.popping)
		stamp_pop(&sw->stamp, i, sw->smu.pop_queue[i]);
}

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

/* Second phase for an output, of the inputs that request it. */
STAGE unsigned serve(struct priority_switch *sw, const struct priority_wires *w, unsigned o, uint64_t req, struct dims d)
{
	uint64_t least = UINT64_MAX;
	unsigned oldest = 0, i;

	if (!d.stamps) {
		i = arb_out_serve(&sw->arb_out, o, req, sw->base.first[o]);
		arbiter_served(&sw->arb_in, i, w->pick[i]);
		return i;
	}
	EACH(i, req) {
		const uint64_t rank = stamp_rank(&sw->stamp, sw->base.number[i], i, w->pick[i]);

		oldest = rank < least ? i : oldest;
		least = rank < least ? rank : least;
	}
	return oldest;
}

/* Both phases port by port. */
STAGE void arbitrate_each(struct priority_switch *sw, struct priority_wires *w, const uint64_t *eligible, uint64_t any, struct dims d)
{
	uint64_t req[SWITCH_PORTS];
	unsigned i, o;

	EACH(i, any) {
		const uint64_t of = rows_with(eligible, d.queues, i);

		w->pick[i] = (uint8_t)(d.stamps ? stamp_oldest(&sw->stamp, sw->base.number[i], i, &of, 1) : arbiter_pick(&sw->arb_in, i, of));
		o = sw->smu.out[w->pick[i]][i];
		req[o] = (w->granted.outputs >> o & 1 ? req[o] : 0) | bit(i);
		w->granted.outputs |= bit(o);
	}
	EACH_OF(q, d.queues)
		w->pop[q] = 0;
	EACH(o, w->granted.outputs) {
		i = serve(sw, w, o, req[o], d);
		w->granted.winner[o] = (uint8_t)i;
		w->granted.inputs |= bit(i);
		w->pop[w->pick[i]] |= bit(i);
	}
}

STAGE void arbitrate(struct priority_switch *sw, struct priority_wires *w, struct dims d)
{
	uint64_t eligible[1 + LINES];
	const uint64_t any = candidates(sw, eligible, d);

	w->granted.outputs = w->granted.inputs = 0;
	if (!any)
		return;
	if (d.one_by_one) {
		arbitrate_each(sw, w, eligible, any, d);
		return;
	}
	schedule_all(&sw->arb_in, &sw->arb_out, d.queues, d.radix, eligible, any, sw->smu.out, sw->base.first, &w->granted, w->pick);
	EACH_OF(q, d.queues)
		w->pop[q] = bytes_equal(w->granted.inputs, w->pick, q);
}

STAGE void decide_stops(struct priority_switch *sw, struct priority_wires *w, struct dims d)
{
	const uint64_t news = sw->pfcu.changed ? pfcu_decide(&sw->pfcu, &sw->smu, &sw->base.shape, d.queues) : 0;
	unsigned i;

	w->out->message = news;
	EACH(i, news) {
		struct switch_counts *counts = sw->base.counts + sw->base.number[i];
		const struct message m = pfcu_message(&sw->pfcu, &sw->base.shape, i);

		w->out->msg[i] = m;
		counts->xoff_sent += m.xoff;
		counts->xon_sent += !m.xoff;
	}
	pfcu_send(&sw->pfcu, news, w->cycle);
}

STAGE void refill(struct priority_switch *sw, struct dims d)
{
	unsigned i;

	EACH(i, sw->smu.refilling) {
		smu_refill(&sw->smu, i);
		if (d.stamps)
			stamp_refill(&sw->stamp, i, sw->smu.refill_queue[i], smu_refilled_entry(&sw->smu, i));
	}
}

STAGE void leave(struct priority_switch *sw, struct dims d)
{
	unsigned i;

	pfcu_leave(&sw->pfcu, &sw->smu, d.queues, sw->base.shape.reserve);
	smu_leave(&sw->smu, d.queues, slots_of(&sw->mmu, d));
	EACH(i, d.stamps ? sw->smu.refilling : 0)
		stamp_read(&sw->stamp, i, link_slot(sw->smu.link[i]));
}

STAGE void enter(struct priority_switch *sw, struct dims d)
{
	unsigned i;

	EACH(i, sw->dt.arriving) {
		const struct dt_entry *e = dt_enter(&sw->dt, i);
		const unsigned q = sw->pfcu.enter[i];
		const unsigned left = smu_enter(&sw->smu, slots_of(&sw->mmu, d), i, q, e->slot, e->out, e->flits);

		pfcu_enter(&sw->pfcu, i, left, sw->base.shape.reserve);
		if (d.stamps) {
			const uint32_t now = sw->stamp.now[sw->base.number[i]];

			stamp_set_packet(&sw->stamp, i, e->slot, now);
			if (left < HEADS)
				stamp_head(&sw->stamp, i, q)[left] = now;
		}
	}
}

STAGE void take_links(struct priority_switch *sw, const struct priority_wires *w)
{
	unsigned o;

	oport_credit(&sw->oport, w->in->credit);
	EACH(o, w->in->message) {
		stop_out_message(&sw->stop_out, o, w->in->msg + o);
		sw->base.counts[sw->base.number[o]].xoff_received += w->in->msg[o].xoff;
	}
}

STAGE void arrive(struct priority_switch *sw, const struct priority_wires *w, struct dims d)
{
	const uint64_t entered = sw->dt.arriving, back = mmu_arrivals(&sw->mmu, w->in->head);
	unsigned i;

	EACH(i, w->in->head) {
		const struct packet *p = w->in->packet + i;

		assert(p->flits - 1u < sw->base.shape.packet_flits && p->queue < sw->base.shape.queues);
		dt_arrive(&sw->dt, i, sw->base.number[i], sw->base.first[i], mmu_arrive(&sw->mmu, slots_of(&sw->mmu, d), d.words, i, back, w->cycle, p), p);
		pfcu_arrive(&sw->pfcu, i, p);
	}
	dt_end(&sw->dt, entered, w->in->head);
	if (d.stamps)
		stamp_count(&sw->stamp, w->in->head, d.radix);
}

/* Prefetch what grant_all() needs. */
STAGE void fetch_granted(const struct priority_switch *sw, const struct priority_wires *w, struct dims d)
{
	unsigned o;

	EACH(o, w->granted.outputs) {
		const unsigned i = w->granted.winner[o];
		const struct link head = smu_queue(&sw->smu, i, w->pick[i])->head[0];

		prefetch(slot_at(slots_of(&sw->mmu, d), i, link_slot(head)));
	}
}

/* Output o takes the head that input i put up. Returns its flits. */
STAGE unsigned grant(struct priority_switch *sw, const struct priority_wires *w, unsigned o, unsigned i, struct dims d)
{
	const unsigned q = w->pick[i], slot = smu_grant(&sw->smu, i, q);
	const struct packet *const p = &slot_at(slots_of(&sw->mmu, d), i, slot)->packet;

	w->out->packet[o] = *p;
	w->out->from[o] = (uint8_t)i;
	w->out->queue[o] = (uint16_t)q;
	mmu_read(&sw->mmu, i, slot);
	if (sw->base.links)
		links_send(sw->base.links, o, i, NULL, p);
	return p->flits;
}

STAGE void grant_all(struct priority_switch *sw, const struct priority_wires *w, struct dims d)
{
	const uint64_t outputs = w->granted.outputs;
	uint64_t busy = 0, reading = 0;
	unsigned flits = 0, differ = 0, o;

	smu_grant_all(&sw->smu, d.queues, w->granted.inputs, w->pop);
	oport_grant(&sw->oport, w->cycle, outputs);
	w->out->depart = outputs;
	if (!outputs)
		return;
	EACH(o, outputs) {
		const unsigned i = w->granted.winner[o], before = flits;

		flits = grant(sw, w, o, i, d);
		differ |= before ? before ^ flits : 0;
		reading |= (uint64_t)(flits > 1) << i;
		busy |= (uint64_t)(flits > 1) << o;
	}
	mmu_occupy(&sw->mmu, reading);
	oport_occupy(&sw->oport, busy);
	file_ends(&sw->base, w->cycle, &w->granted, w->out->packet, flits, !differ);
	oport_spend(&sw->oport, outputs);
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
	struct priority_wires w;

	w.cycle = cycle;
	w.in = in;
	w.out = out;
	assert(cycle >= sw->base.now && cycle <= sw->base.due);
	mmu_begin(&sw->mmu, cycle, in->head);
	smu_begin(&sw->smu);
	end_reads(sw, &w);
	if (d.stamps)
		shift_stamps(sw);
	arbitrate(sw, &w, d);
	if (sw->base.far)
		fetch_granted(sw, &w, d);
	decide_stops(sw, &w, d);
	pfcu_count(&sw->pfcu, sw->smu.popping | sw->dt.arriving);
	refill(sw, d);
	leave(sw, d);
	enter(sw, d);
	take_links(sw, &w);
	arrive(sw, &w, d);
	mmu_end(&sw->mmu, d.words, w.ending, cycle);
	out->credit = w.ending;
	dt_configure(&sw->dt, in->configure, in->destination, in->entry.output);
	grant_all(sw, &w, d);
	sw->base.now = cycle + 1;
	sw->base.due = next_step(sw, cycle, d);
	return sw->base.due;
}

/* Of the usual switch, of 8 ports and four priorities with up to 64 slots. */
static const struct dims usual = { .queues = 4, .radix = 8, .words = 1, .one_by_one = !LANES_WIDE, .row_shift = ROW_SHIFT };

static struct dims dims_of(const struct priority_switch *sw)
{
	const struct shape *s = &sw->base.shape;

	return (struct dims){ .queues = s->queues, .radix = s->radix, .words = sw->mmu.words, .one_by_one = !LANES_WIDE || sw->stamp.used,
			      .stamps = sw->stamp.used, .row_shift = sw->mmu.slots.row_shift };
}

STEP_FOR(step_usual, priority_switch, usual)
STEP_FOR(step_usual_apart, priority_switch, dims_apart(usual))
STEP_FOR(step_any, priority_switch, dims_of(priority_switch(sw)))

static switch_step_function *step_for(const struct priority_switch *sw)
{
	const struct step_for steps[] = { { usual, step_usual }, { dims_apart(usual), step_usual_apart } };

	return step_among(steps, sizeof steps / sizeof *steps, dims_of(sw), step_any);
}

#endif
