#pragma once

/*
 * The wiring of a switch: one function per stage, and step() that runs them.
 *
 * Every decision is made from the registers as they are at the beginning of the cycle. So a stage
 * that reads a register stands before the one that changes it; the pipeline runs backwards:
 *
 *   ends        time alone makes an input idle and an output open again: registers of this very cycle
 *   detection   reads counts, ready_q, idle                               (before: grants, queues)
 *   arbitration     reads ready_q, xoff_q, open; heads granted are ready no longer, but the rest of a grant
 *                   takes effect last, since pop_q of this cycle is still to be served
 *   judging     reads live, the header fetched; makes heads ready         (after: arbitration)
 *   flow control    reads counts, sent_xoff_q, the move of this cycle     (before: queues; after: judging)
 *   refill, pop, move, arrival      per queue, in this order: what leaves a queue before what enters,
 *                   and the link read in the cycle before is used before another is read
 *   release     a slot read to its end is free                            (after: arrival)
 *   CAM         Xon, notifications                                        (after: arbitration, judging)
 *   headers     tx_* against the output CAM; what it notified the cycle before is on its way to the inputs   (before: messages)
 *   lists       those in memories: learning, sweeps; read before          (after: judging, CAM)
 *   grants      pop_q, read side, output port                             (after: pop, release)
 *   new heads   ready_q of cold queues refilled or entered, where no line is in use       (after: arbitration)
 *   credits, messages from downstream                                     (after: arbitration, headers)
 *   live        of each line, last: all stages see that of this cycle
 */
#include "cam_switch_arbitrate.h"
#include "cam_switch_judge.h"
#include "cam_switch.h"
#include "slot_stages.h"

/* Where heads know their destination: that of a new one (1; 0: nothing). */
STAGE void head_destination(struct cam_switch *sw, unsigned i, unsigned q, uint64_t new, struct dims d)
{
	if (d.lists_in_memory && new)
		ru_head(&sw->ru, d.queues, i, q, mu_head(&sw->mu, slots_of(&sw->mmu, d), i, q)->packet.destination);
}

/* Inputs whose cold queue congests: waiting_q of the next cycle, but where CDU acts in this one or is in the way of `others`. */
STAGE uint64_t congested(const struct cam_switch *sw, uint64_t ready0, uint64_t others)
{
	return cdu_congested(&sw->cdu, &sw->base.shape, sw->mu.count[0], sw->mu.out[0], ready0 & ~(sw->cam_in.none_free | others), sw->mmu.idle);
}

STAGE void detect(struct cam_switch *sw, struct wires *w, struct dims d)
{
	w->detect = w->ready0 & sw->cdu.waiting & ~w->popping;
	cdu_set(&sw->cdu, congested(sw, w->ready0, w->notified | w->detect), sw->mu.out[0]);
	w->moving = w->detect;
	ru_withdraw(&sw->ru, 0, w->detect);
	EACH_IN(i, w->detect) {
		const unsigned out = sw->cdu.out[i], l = cam_in_detect(&sw->cam_in, &sw->base.shape, d.lines, i, turn_to(&sw->base.shape, i, out), out);

		w->move_src[i] = 0;
		w->move_dst[i] = (uint8_t)dims_queue(d, l);
		lines_counts_of(&sw->all, i)->detections++;
	}
}

/* Will an Xoff be sent for this destination if a packet for it moves to queue q, of a line? */
STAGE bool stops(const struct cam_switch *sw, unsigned i, unsigned q, uint32_t destination, struct dims d)
{
	return drfcu_stops_one(&sw->base.shape, &sw->cam_in, sw->mu.count[q][i], i, q - dims_queue(d, 0)) &&
	       !(sw->dcam_in.clip && destinations_has(&sw->dcam_in.nsb, i, destination));
}

/* Inputs in which the packet that PPU moves stops its destination. */
STAGE uint64_t stopping(const struct cam_switch *sw, const struct wires *w, struct dims d)
{
	uint64_t inputs = 0;

	EACH_IN(i, d.by_destination ? w->moving & ~w->detect : 0)
		inputs |= (uint64_t)stops(sw, i, w->move_dst[i], w->move_destination[i], d) << i;
	return inputs;
}

STAGE void control_flow(struct cam_switch *sw, struct wires *w, struct dims d)
{
	struct rfcu *u = &sw->rfcu;
	struct cam_in *cam = &sw->cam_in;
	uint16_t (*const count)[SWITCH_PORTS] = sw->mu.count + dims_queue(d, 0);
	const uint64_t stops = stopping(sw, w, d);

	rfcu_begin(u, rfcu_wants(&sw->base.shape, count, cam, d.lines, !d.by_destination) | stops, w->slots.cycle);
	w->slots.out->message = u->sent;
	EACH_IN(i, u->sent) {
		const struct message *msg = !d.by_destination ? rfcu_send(u, &sw->base.shape, count, cam, i) : stops >> i & 1 ?
			drfcu_stop(u, cam, &sw->dcam_in, i, w->move_dst[i] - dims_queue(d, 0), w->move_destination[i]) :
			drfcu_xon(u, &sw->base.shape, count, cam, &sw->dcam_in, i);

		w->slots.out->msg[i] = *msg;
		lines_sent(&sw->all, i, msg);
	}
}

/* Links read in the cycle before lead to new heads: undecided, or ready where no line is in use, so that the queue is the cold one. */
STAGE void refill(struct cam_switch *sw, struct wires *w, struct dims d)
{
	const uint64_t refilling = sw->mu.refilling, judged = refilling & sw->cam_in.any_live;

	w->cold_ready = refilling & ~judged;
	if (!refilling)
		return;
	EACH_OF(q, d.queues)
		ppu_head_changed(&sw->ppu, q, judged & mu_refilled(&sw->mu, q));
	EACH_IN(i, refilling)
		head_destination(sw, i, mu_refill(&sw->mu, slots_of(&sw->mmu, d), i), 1, d);
	mu_refilled_all(&sw->mu);
}

STAGE void pop(struct cam_switch *sw, const struct wires *w, struct dims d)
{
	if (w->popping)
		mu_pop(&sw->mu, d.queues);
}

STAGE void move(struct cam_switch *sw, const struct wires *w, struct dims d)
{
	uint64_t first = 0, more = 0;

	EACH_IN(i, w->moving) {
		const unsigned src = w->move_src[i], dst = w->move_dst[i];
		const uint64_t direct = ~sw->mu.held[dst] & bit(i);

		more |= mu_move(&sw->mu, slots_of(&sw->mmu, d), i, src, dst, direct != 0) << i;
		first |= direct;
		ppu_head_changed(&sw->ppu, dst, direct);
		head_destination(sw, i, dst, direct != 0, d);
		lines_counts_of(&sw->all, i)->set_aside++;
	}
	assert(!(w->moving & sw->mu.refilling));
	mu_moved(&sw->mu, more, w->moving & ~first);
	EACH_IN(i, d.by_destination && !d.lists_in_memory ? w->moving & ~w->detect : 0)
		dcam_in_learn(&sw->dcam_in, i, w->move_dst[i] - 1u, w->move_destination[i]);
}

/* What refills queues in the next cycle is in link_mem's read register, for units that look at it. */
STAGE void read_links(struct cam_switch *sw, struct dims d)
{
	EACH_IN(i, d.lists_in_memory || d.stamps ? sw->mu.refilling : 0)
		ru_link(&sw->ru, i, slot_at(sw->mmu.slots, i, mu_read_link(&sw->mu, sw->mmu.slots, i))->packet.destination);
}

/* A packet enters the cold queue. */
STAGE void enter(struct cam_switch *sw, unsigned i, unsigned slot, unsigned out, unsigned flits, struct dims d)
{
	mu_enter_cold(&sw->mu, slots_of(&sw->mmu, d), i, slot, out, flits);
	if (d.lists_in_memory && !(sw->mu.held[0] >> i & 1))
		ru_head(&sw->ru, d.queues, i, 0, slot_at(slots_of(&sw->mmu, d), i, slot)->packet.destination);
}

STAGE void entered(struct cam_switch *sw, struct wires *w)
{
	w->first = mu_entered(&sw->mu, w->entering);

	const uint64_t judged = w->first & sw->cam_in.any_live;

	ppu_head_changed(&sw->ppu, 0, judged);
	w->cold_ready |= w->first & ~judged;
}

STAGE void arrive(struct cam_switch *sw, struct wires *w, struct dims d)
{
	const uint64_t back = mmu_arrivals(&sw->mmu, w->slots.in->head);

	assert(mu_counts(&sw->mu, w->entering, 0));
	EACH_IN(i, w->slots.in->head) {
		const struct packet *p = w->slots.in->packet + i;

		enter(sw, i, take_slot(&sw->slots, &w->slots, i, back, d), lines_route(&sw->all, i, p), p->flits, d);
	}
	entered(sw, w);
}

/* The same with a routing table: what arrives is looked up, and enters a cycle later. */
STAGE void arrive_by_table(struct cam_switch *sw, struct wires *w, struct dims d)
{
	struct dt *dt = &sw->dt;
	const uint64_t back = mmu_arrivals(&sw->mmu, w->slots.in->head);

	assert(mu_counts(&sw->mu, w->entering, 0));
	EACH_IN(i, w->entering) {
		const struct dt_entry *e = dt_enter(dt, i);

		enter(sw, i, e->slot, e->out, e->flits, d);
	}
	entered(sw, w);
	EACH_IN(i, w->slots.in->head)
		look_up(&sw->slots, &w->slots, i, back, d);
	route_table_configure(&dt->table, w->slots.in->configure, w->slots.in->destination, w->slots.in->entry);
	dt_end(dt, w->entering, w->slots.in->head);
}

STAGE void grant_all(struct cam_switch *sw, const struct wires *w, struct dims d)
{
	struct leaving *h = oport_leaving(&sw->oport, w->slots.cycle);
	struct slot_grants g = { .flits = 0 };

	mu_grant_all(&sw->mu, w->slots.granted.inputs);
	if (!grant_begin(&sw->slots, &w->slots))
		return;
	EACH_IN(o, w->slots.granted.outputs) {
		const unsigned i = w->slots.granted.winner[o], q = w->slots.queue[i];
		struct packet *const p = grant_slot(&sw->slots, &w->slots, o, i, sw->mu.head[q][i], &g, d);

		mu_grant(&sw->mu, i, q);
		send_packet(&sw->all, o, i, p, h++, d);
	}
	grant_end(&sw->slots, &w->slots, &g);
}

/* Prefetch what grant_all() needs. Apart, so that it costs others nothing: in a longer step, less is inlined. With routing tables even the call does that. */
static __attribute__((noinline)) void fetch_granted(const struct cam_switch *sw, const struct wires *w)
{
	EACH_IN(o, w->slots.granted.outputs) {
		const unsigned i = w->slots.granted.winner[o], q = w->slots.queue[i];

		prefetch(slot_at(sw->mmu.slots, i, sw->mu.head[q][i]));
	}
}

/* Without a line in use none changes, but for one that is new. */
STAGE void update_lines(struct cam_switch *sw, const struct wires *w, struct dims d)
{
	if (!(d.lists_in_memory | sw->cam_in.any_live | w->moving | w->notified))
		return;
	const uint64_t changed = cam_in_update_live(&sw->cam_in, d.lines, sw->mu.held + 1, NULL);

	count_lines(&sw->base, &sw->line_counts, sw->cam_in.live, changed, d);
	if (d.lists_in_memory)
		cam_settle(sw, changed | w->swept);
	else
		cam_in_shut_live(&sw->cam_in, d.lines);
	if (d.by_destination & !d.lists_in_memory)
		dcam_in_compare_live(&sw->dcam_in, &sw->cam_in);
}

/* Something may be granted in the cycle after, as far as is known now. */
STAGE uint64_t may_grant(const struct cam_switch *sw, struct dims d)
{
	uint64_t heads[1 + LINES];

	return eligible_for(sw, sw->base.ports, oport_open(&sw->oport), heads, d);
}

static uint64_t list_work(const struct cam_switch *sw)
{
	return sw->dcam_in.live_changed | sw->clip.busy | sw->clip.moved | sw->clop.busy | sw->clop.departed | sw->dt.arriving;
}

STAGE uint64_t congestion_work(const struct cam_switch *sw, struct dims d)
{
	return ppu_active(&sw->ppu, d.queues) | sw->ppu.judging | sw->cam_out.notify | sw->cam_out.xon | sw->cam_in.notified
	     | (!sw->cam_in.any_live ? 0 : rfcu_wants(&sw->base.shape, sw->mu.count + dims_queue(d, 0), &sw->cam_in, d.lines, !d.by_destination)) | sw->cdu.waiting
	     | (sw->ru.ready[0] ? congested(sw, sw->ru.ready[0], 0) : 0) | (d.by_destination ? list_work(sw) : 0);
}

STAGE uint64_t next_step(const struct cam_switch *sw, uint64_t cycle, struct dims d)
{
	uint64_t next;

	if (sw->mu.popping | sw->mu.refilling || may_grant(sw, d))
		return cycle + 1;
	if (d.lines && congestion_work(sw, d))
		return cycle + 1;
	next = wheel_next(&sw->base.wheel, cycle);
	if (d.lines) {
		if (sw->cam_out.stopped) {
			const uint64_t match = next_match(&sw->oport, sw->cam_out.stopped, cycle);

			next = match < next ? match : next;
		}
	}
	return next;
}

STAGE void begin(struct cam_switch *sw, struct wires *w, struct dims d)
{
	w->ready0 = sw->ru.ready[0];
	w->popping = sw->mu.popping;
	w->notified = sw->cam_in.notified;
	w->entering = d.by_destination ? sw->dt.arriving : w->slots.in->head;
	w->detect = w->moving = w->slots.granted.outputs = w->slots.granted.inputs = 0;
	mu_begin(&sw->mu);
	w->slots.out->message = 0;
	mmu_begin(&sw->mmu, w->slots.cycle, w->slots.in->head);
	end_reads(&sw->slots, &w->slots);
	w->notify_next = 0;
	if (d.lists_in_memory)
		cam_begin_lists(sw, w);
	else if (d.by_destination)
		dcam_in_clear_left(&sw->dcam_in, &sw->cam_in);
}

/* No header comes, no head waits or is under way, and no line is in use: only packets being read, and credits, if there is anything. */
STAGE bool quiet(const struct cam_switch *sw, const struct switch_in *in, struct dims d)
{
	uint64_t heads = in->head | in->message | sw->mu.popping | sw->mu.refilling;

	EACH_OF(q, d.queues)
		heads |= sw->ru.ready[q] | sw->ppu.unjudged[q];
	return !(heads | sw->ppu.judging | sw->cdu.waiting | sw->cam_in.any_live | sw->cam_in.notified | sw->cam_out.stopped | sw->cam_out.notify |
		 sw->cam_out.xon) && !d.by_destination;
}

/* What of a cycle is left then. Returns the next one. */
STAGE uint64_t step_quietly(struct cam_switch *sw, struct wires *w, struct dims d)
{
	mu_begin(&sw->mu);
	mmu_begin(&sw->mmu, w->slots.cycle, 0);
	end_reads(&sw->slots, &w->slots);
	release(&sw->slots, &w->slots, d);
	oport_credit(&sw->oport, w->slots.in->credit);
	w->slots.out->depart = w->slots.out->message = 0;
	return wheel_next(&sw->base.wheel, w->slots.cycle);
}

STAGE uint64_t step(struct cam_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out, struct dims d)
{
	const bool congestion = d.lines > 0;
	struct wires w;

	w.slots.cycle = cycle;
	w.slots.in = in;
	w.slots.out = out;
	assert(congestion || !in->message);
	if (quiet(sw, in, d))
		return step_quietly(sw, &w, d);
	begin(sw, &w, d);
	if (congestion)
		detect(sw, &w, d);
	arbitrate(sw, &w, d);
	if (sw->base.far && !d.by_destination)
		fetch_granted(sw, &w);
	if (congestion) {
		judge_all(sw, &w, d);
		fetch(sw, &w, d);
		control_flow(sw, &w, d);
	}
	refill(sw, &w, d);
	pop(sw, &w, d);
	move(sw, &w, d);
	read_links(sw, d);
	if (d.by_destination)
		arrive_by_table(sw, &w, d);
	else
		arrive(sw, &w, d);
	if (d.stamps)
		cam_stamp(sw, &w);
	release(&sw->slots, &w.slots, d);
	if (congestion && (in->message | w.notified | sw->cam_out.xon | sw->cam_out.notify | sw->cam_out.stopped | (d.lists_in_memory ? sw->clop.departed : 0)))
		cam_update(sw, &w);
	if (d.lists_in_memory)
		cam_write_lists(sw, &w);
	grant_all(sw, &w, d);
	ru_make_ready(&sw->ru, 0, w.cold_ready);
	oport_credit(&sw->oport, in->credit);
	mu_set_heads(&sw->mu, &sw->base.shape, w.entering, w.first);
	if (congestion)
		update_lines(sw, &w, d);
	return next_step(sw, cycle, d);
}

/* Of the usual switch, of 8 ports and 4 set-aside queues with up to 64 slots; and of that with routing tables. */
static const struct dims usual = { .queues = 5, .lines = 4, .radix = 8, .words = 1, .one_by_one = !LANES_WIDE, .row_shift = ROW_SHIFT };
static const struct dims usual_by_destination = {
	.queues = 5, .lines = 4, .radix = 8, .words = 1, .one_by_one = !LANES_WIDE, .by_destination = true, .row_shift = ROW_SHIFT
};

STEP_FOR(step_usual, cam_switch, usual)
STEP_FOR(step_usual_apart, cam_switch, dims_apart(usual))
STEP_FOR(step_usual_by_destination, cam_switch, usual_by_destination)
STEP_FOR(step_usual_by_destination_apart, cam_switch, dims_apart(usual_by_destination))
STEP_FOR(step_any, cam_switch, dims_of(sw))

static switch_step_function *step_for(const struct sluice_switch *sw)
{
	const struct step_for steps[] = {
		{ usual, step_usual }, { dims_apart(usual), step_usual_apart },
		{ usual_by_destination, step_usual_by_destination }, { dims_apart(usual_by_destination), step_usual_by_destination_apart },
	};

	return step_among(steps, sizeof steps / sizeof *steps, dims_of(sw), step_any);
}
