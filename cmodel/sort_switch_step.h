#pragma once

/*
 * A switch that sorts packets as they arrive, of RECN-IQ or FBICM: its wiring, one function per stage,
 * and step() that runs them.
 *
 * Decisions are made from the registers as they are at the beginning of the cycle, so a stage that reads a register stands before the one that
 * changes it:
 *
 *   ends            time alone makes an input idle and an output open again: registers of this very cycle
 *   routes          of what arrives; read by sorting
 *   detection       reads counts, heads, lines, idle                      (before: grants, queues)
 *   arbitration     reads heads, what is held, open; its grants take effect last
 *   sorting         which queue a packet enters reads lines              (before: CAM)
 *   flow control    reads counts, sent_xoff_q, with lists what enters     (before: queues)
 *   refill, leave, arrival      per queue, in this order                 (after: sorting)
 *   release         a slot read to its end is free                        (after: arrival)
 *   Xons            and, of the lines that they leave stopped and those that wait, which queues are held     (after: leave; before: CAM)
 *   CAM             notifications, detections; they read counts as they will be
 *   headers         tx_* against the output CAM; what it notified the cycle before is on its way to the inputs   (before: messages)
 *   messages        from downstream
 *   lists           those in memories: learning, sweeps                   (after: CAM)
 *   lines           what is free, last of what reads counts: all stages see those of this cycle
 *   grants          pop_q, read side, output port; heads that are granted leave the request registers; credits
 */
#include "slot_stages.h"
#include "sort_switch_arbitrate.h"

/* With narrow registers, packets are sorted one by one: few arrive in a cycle. */
enum { SORT_EACH = LANES_BYTES < 32 };

/* Inputs whose cold queue congests: waiting_q of the next cycle, but where CDU acts in this one or is in the way of `others`. */
STAGE uint64_t congested(const struct sort_switch *sw, uint64_t others, struct dims d)
{
	const uint64_t ready = sw->smu.present[0] & ~(sw->lines.cam.none_free | others);
	const uint64_t inputs = ready ? cdu_congested(&sw->cdu, &sw->base.shape, sw->smu.count[0], sw->smu.out[0], ready, sw->mmu.idle) : 0;

	return inputs ? inputs & ~sorted_lines_own(&sw->lines, d.lines, &sw->smu) : 0;
}

STAGE void detect(struct sort_switch *sw, struct sort_wires *w, struct dims d)
{
	w->notified = sw->lines.cam.notified;
	w->detect = sw->cdu.waiting & ~sw->smu.popping;
	cdu_set(&sw->cdu, congested(sw, w->notified | w->detect, d), sw->smu.out[0]);
}

/* Lines in whose list the destination is of the packet that enters a queue of this input. */
STAGE uint32_t row_of(const struct sort_switch *sw, unsigned i, struct dims d)
{
	const uint32_t row = d.lists_in_memory ? clip_arrive_row(&sw->clip, i) : sw->dcam_sort.row[i];

	assert(d.lists_in_memory || row == *dcam_sort_row(&sw->dcam_sort, i, sw->dt.enter[i].destination));
	return row;
}

/* Which queues they enter, of all ports at once. */
STAGE lanes look_up_destinations(struct sort_switch *sw, uint64_t entering, struct dims d)
{
	uint64_t listed[LINES] = { 0 };
	lanes out = lanes_all(0);

	EACH_IN(i, entering)
		out = lanes_with(out, i, sw->dt.enter[i].out);
	EACH_IN(i, entering & dcam_sort_beyond(&sw->dcam_sort, &sw->lines, d.lines)) {
		const uint32_t row = row_of(sw, i, d);

		EACH_OF(l, d.lines)
			listed[l] |= (uint64_t)(row >> l & 1) << i;
	}
	return dcam_sort_enter(&sw->dcam_sort, &sw->lines, d.lines, dims_queue(d, 0), entering, out, listed);
}

/* The packets that enter queues in this cycle, where that is known from their destinations: which queue. */
STAGE void sort_by_destination(struct sort_switch *sw, struct sort_wires *w, struct dims d)
{
	w->entering = sw->dt.arriving;
	if (!SORT_EACH && w->entering) {
		const lanes queue = w->entering & dcam_sort_known(&sw->dcam_sort, &sw->lines, d.lines) ? look_up_destinations(sw, w->entering, d) : lanes_all(0);

		lanes_store(sw->entered, lanes_where(w->entering, queue, lanes_load(sw->entered)));
	}
	EACH_IN(i, SORT_EACH ? w->entering : 0)
		sw->entered[i] = (uint8_t)dcam_sort_enter_one(&sw->dcam_sort, &sw->lines, d.lines, i, sw->dt.enter[i].out, row_of(sw, i, d));
}

/* Inputs, of these where packets enter, in which one enters a set-aside queue. */
STAGE uint64_t set_aside(const struct sort_switch *sw, uint64_t among, struct dims d)
{
	for (unsigned cold = 0; among && cold < dims_queue(d, 0); cold++)
		among &= ~bytes_equal(among, sw->entered, cold);
	return among;
}

STAGE void count_set_aside(const struct sort_switch *sw, const struct sort_wires *w, struct dims d)
{
	EACH_IN(i, set_aside(sw, w->entering, d))
		lines_counts_of(&sw->all, i)->set_aside++;
}

/* Inputs, of these, in which the packet that enters a line stops its destination: port by port; of all ports at once. */
STAGE uint64_t stopping_each(const struct sort_switch *sw, uint64_t among, struct dims d)
{
	uint64_t inputs = 0;

	EACH_IN(i, among) {
		const unsigned q = sw->entered[i], l = q - dims_queue(d, 0);

		if (l < d.lines)
			inputs |= (uint64_t)drfcu_stops_one(&sw->base.shape, &sw->lines.cam, sw->smu.count[q][i], i, l) << i;
	}
	return inputs;
}

STAGE uint64_t stopping(const struct sort_switch *sw, uint64_t among, struct dims d)
{
	uint64_t inputs = 0;

	among = set_aside(sw, among, d);
	if (!among)
		return 0;
	EACH_OF(l, d.lines) {
		const unsigned q = dims_queue(d, l);
		const uint64_t here = bytes_equal(among, sw->entered, q);

		inputs |= here ? drfcu_stops(&sw->base.shape, &sw->lines.cam, sw->smu.count[q], here, l) : 0;
	}
	return inputs;
}

STAGE uint64_t speaking(const struct sort_switch *sw, struct dims d)
{
	return rfcu_wants(&sw->base.shape, sw->smu.count + dims_queue(d, 0), &sw->lines.cam, d.lines, !d.by_destination);
}

STAGE void control_flow(struct sort_switch *sw, struct sort_wires *w, struct dims d)
{
	w->speaking = speaking(sw, d);
	const uint64_t among = d.by_destination ? w->entering & ~w->speaking : 0;
	const uint64_t stops = SORT_EACH ? stopping_each(sw, among, d) : stopping(sw, among, d);

	rfcu_begin(&sw->rfcu, w->speaking | stops, w->slots.cycle);
	w->slots.out->message = sw->rfcu.sent;
	if (sw->rfcu.sent)
		sort_send_messages(sw, w, stops);
}

STAGE void leave(struct sort_switch *sw, struct dims d)
{
	leave_queues(&sw->slots, &sw->smu, d);
	sorted_lines_leave(&sw->lines, d.lines, &sw->smu);
}

/* Queues that packets enter, where some may be for a line. */
STAGE lanes look_up_turns(struct sort_switch *sw, const struct sort_wires *w, struct dims d)
{
	lanes out = LANES_BYTES == 64 ? lanes_all(0) : lanes_load(w->to);

	EACH_IN(i, LANES_BYTES == 64 ? w->entering : 0)       /* quicker than to read what was written byte by byte */
		out = lanes_with(out, i, w->to[i]);
	EACH_IN(i, w->entering & cam_sort_beyond(&sw->lines, d.lines))
		headers_put(&sw->header, i, w->slots.in->packet[i].turnpool, w->slots.in->packet[i].turns_left);
	return cam_sort_enter(&sw->lines, d.lines, dims_queue(d, 0), w->entering, out, &sw->header);
}

/* The outputs that the packets which arrive are for, where that is known from their turns. Long before they are sorted: all ports at once are not read soon
 * after one by one was written. */
STAGE void route_all(const struct sort_switch *sw, struct sort_wires *w)
{
	EACH_IN(i, w->entering)
		w->to[i] = (uint8_t)lines_route(&sw->all, i, w->slots.in->packet + i);
}

/* The same, and which queues they enter, one by one. */
STAGE void sort_each(struct sort_switch *sw, struct sort_wires *w, struct dims d)
{
	const uint64_t valid = cam_sort_valid(&sw->lines, d.lines), beyond = cam_sort_beyond(&sw->lines, d.lines);

	EACH_IN(i, w->slots.in->head) {
		const struct packet *const p = w->slots.in->packet + i;
		const unsigned out = lines_route(&sw->all, i, p);

		w->to[i] = (uint8_t)out;
		sw->entered[i] = valid >> i & 1 ? (uint8_t)cam_sort_enter_one(&sw->lines, d.lines, dims_queue(d, 0), beyond, i, out, p->turnpool, p->turns_left) : 0;
	}
}

/* Which queues they enter in this cycle. */
STAGE void sort_by_turns(struct sort_switch *sw, const struct sort_wires *w, struct dims d)
{
	if (!w->entering)
		return;
	const lanes queue = w->entering & cam_sort_valid(&sw->lines, d.lines) ? look_up_turns(sw, w, d) : lanes_all(0);

	lanes_store(sw->entered, lanes_where(w->entering, queue, lanes_load(sw->entered)));
}

STAGE void arrive_by_turns(struct sort_switch *sw, const struct sort_wires *w, struct dims d)
{
	const uint64_t back = mmu_arrivals(&sw->mmu, w->slots.in->head);

	EACH_IN(i, w->slots.in->head) {
		const unsigned slot = take_slot(&sw->slots, &w->slots, i, back, d);

		enter_queue(&sw->slots, &sw->smu, i, sw->entered[i], slot, w->to[i], w->slots.in->packet[i].flits, d);
	}
}

/* With a routing table, what arrives is looked up, and enters a cycle later. */
STAGE void arrive_by_table(struct sort_switch *sw, const struct sort_wires *w, struct dims d)
{
	const uint64_t back = mmu_arrivals(&sw->mmu, w->slots.in->head);
	struct dt *dt = &sw->dt;

	EACH_IN(i, w->entering) {
		const struct dt_entry *e = dt_enter(dt, i);

		enter_queue(&sw->slots, &sw->smu, i, sw->entered[i], e->slot, e->out, e->flits, d);
	}
	EACH_IN(i, w->slots.in->head) {
		look_up(&sw->slots, &w->slots, i, back, d);
		if (d.lists_in_memory && clip_known(&sw->clip, i, dcam_sort_valid(&sw->dcam_sort, &sw->lines, i)))
			clip_look_up_arrival(&sw->clip, i, w->slots.in->packet[i].destination);
	}
	route_table_configure(&dt->table, w->slots.in->configure, w->slots.in->destination, w->slots.in->entry);
	dt_end(dt, w->entering, w->slots.in->head);
}

STAGE void arrive(struct sort_switch *sw, const struct sort_wires *w, struct dims d)
{
	if (d.by_destination)
		arrive_by_table(sw, w, d);
	else
		arrive_by_turns(sw, w, d);
	if (d.stamps)
		stamp_count(&sw->stamp, w->slots.in->head, sw->base.shape.radix);
}

/* Xons go to all inputs: their lines that are let go may send again. Then, which queues may not be served in the next cycle: lines that are stopped
 * or begin to wait in this cycle count from the next on. */
STAGE void let_go(struct sort_switch *sw, struct dims d)
{
	EACH_IN(o, sw->cam_out.xon)
		cam_in_xon(&sw->lines.cam, siblings(&sw->base, o), o, sw->cam_out.xon_line[o]);
	cam_out_xon_done(&sw->cam_out);
	if (sw->lines.cam.any_live)
		sorted_lines_hold(&sw->lines, d.lines, dims_queue(d, 0), &sw->smu);
}

/* Notifications, detections, headers that may match an output line, and messages: where there are any. */
STAGE void update_cams(struct sort_switch *sw, const struct sort_wires *w, struct dims d)
{
	if (w->notified | w->detect | sw->cam_out.notify | sw->cam_out.stopped | (d.lists_in_memory ? sw->clop.departed : 0) | w->slots.in->message)
		sort_update_cams(sw, w);
}

STAGE void update_lines(struct sort_switch *sw, const struct sort_wires *w, struct dims d)
{
	const uint64_t *const filled = sw->smu.present + dims_queue(d, 0);

	EACH_IN(i, d.by_destination && !d.lists_in_memory ? w->slots.in->head : 0)
		dcam_sort_look_up(&sw->dcam_sort, i, w->slots.in->packet[i].destination);
	if (!(d.lists_in_memory | w->detect | w->notified | sorted_lines_used(&sw->lines, d.lines, filled)))
		return;                         /* no line is in use, nor becomes so */
	const uint64_t changed = sorted_lines_update(&sw->lines, d.lines, filled);

	count_lines(&sw->base, &sw->line_counts, sw->lines.cam.live, changed, d);
	if (d.lists_in_memory)
		sort_update_lists(sw, w, changed);
	else if (d.by_destination)
		dcam_sort_update_all(&sw->dcam_sort, &sw->lines, d.lines);
	else
		cam_in_shut_live(&sw->lines.cam, d.lines);
}

STAGE void grant_all(struct sort_switch *sw, const struct sort_wires *w, struct dims d)
{
	struct leaving *h = oport_leaving(&sw->oport, w->slots.cycle);
	struct slot_grants g = { .flits = 0 };

	smu_grant_all(&sw->smu, d.queues, w->slots.granted.inputs, w->slots.pop);
	if (!grant_begin(&sw->slots, &w->slots))
		return;
	EACH_IN(o, w->slots.granted.outputs) {
		const unsigned i = w->slots.granted.winner[o];

		send_packet(&sw->all, o, i, grant(&sw->slots, &sw->smu, &w->slots, o, i, &g, d), h++, d);
	}
	grant_end(&sw->slots, &w->slots, &g);
}

static uint64_t list_work(const struct sort_switch *sw)
{
	return sw->dt.arriving | sw->dcam_sort.retiring | sw->clip.busy | sw->clip.moved | sw->clop.busy | sw->clop.departed;
}

/* The next cycle in which something can change, unless a header, a credit or a message comes before. */
STAGE uint64_t next_step(const struct sort_switch *sw, const struct sort_wires *w, uint64_t cycle, struct dims d)
{
	uint64_t eligible[1 + LINES];

	if (sw->smu.popping | sw->smu.refilling | sw->cdu.waiting | sw->lines.cam.notified | sw->cam_out.notify | sw->cam_out.xon |
	    w->notified | w->detect | (d.by_destination ? list_work(sw) : 0))
		return cycle + 1;
	if (smu_eligible(&sw->smu, d.queues, sw->mmu.idle, oport_open(&sw->oport), eligible) | speaking(sw, d) | congested(sw, 0, d))
		return cycle + 1;
	const uint64_t next = wheel_next(&sw->base.wheel, cycle);
	const uint64_t match = sw->cam_out.stopped ? next_match(&sw->oport, sw->cam_out.stopped, cycle) : UINT64_MAX;

	return match < next ? match : next;
}

STAGE uint64_t step(struct sort_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out, struct dims d)
{
	struct sort_wires w;

	w.slots.cycle = cycle;
	w.slots.in = in;
	w.slots.out = out;
	mmu_begin(&sw->mmu, cycle, in->head);
	smu_begin(&sw->smu);
	if (d.lists_in_memory)
		w.xoff = lines_begin(&sw->all, cycle);
	end_reads(&sw->slots, &w.slots);
	w.entering = in->head;
	if (!d.by_destination && !SORT_EACH)
		route_all(sw, &w);
	if (d.stamps)
		shift_stamps(&sw->slots, &sw->smu);
	detect(sw, &w, d);
	arbitrate(sw, &w, d);
	if (sw->base.farther)
		fetch_requested(&sw->slots, &sw->smu, &w.slots, d);
	if (d.by_destination)
		sort_by_destination(sw, &w, d);
	else if (SORT_EACH)
		sort_each(sw, &w, d);
	else
		sort_by_turns(sw, &w, d);
	count_set_aside(sw, &w, d);
	control_flow(sw, &w, d);
	refill_requests(&sw->slots, &sw->smu, d);
	leave(sw, d);
	arrive(sw, &w, d);
	release(&sw->slots, &w.slots, d);
	let_go(sw, d);
	update_cams(sw, &w, d);
	update_lines(sw, &w, d);
	grant_all(sw, &w, d);
	oport_credit(&sw->oport, in->credit);
	return next_step(sw, &w, cycle, d);
}

/* Of the usual switch, of 8 ports and 4 set-aside queues with up to 64 slots; of that with 32 ports; and of the usual one with routing tables. */
static const struct dims usual = { .queues = 5, .lines = 4, .radix = 8, .words = 1, .one_by_one = !LANES_WIDE, .row_shift = ROW_SHIFT };
static const struct dims large = { .queues = 5, .lines = 4, .radix = 32, .words = 1, .one_by_one = !LANES_WIDE, .row_shift = ROW_SHIFT };
static const struct dims usual_by_destination = {
	.queues = 5, .lines = 4, .radix = 8, .words = 1, .one_by_one = !LANES_WIDE, .by_destination = true, .row_shift = ROW_SHIFT
};

STEP_FOR(step_usual, sort_switch, usual)
STEP_FOR(step_usual_apart, sort_switch, dims_apart(usual))
STEP_FOR(step_large, sort_switch, large)
STEP_FOR(step_large_apart, sort_switch, dims_apart(large))
STEP_FOR(step_usual_by_destination, sort_switch, usual_by_destination)
STEP_FOR(step_usual_by_destination_apart, sort_switch, dims_apart(usual_by_destination))
STEP_FOR(step_any, sort_switch, dims_of(sw))

static switch_step_function *step_for(const struct sluice_switch *sw)
{
	const struct step_for steps[] = {
		{ usual, step_usual }, { dims_apart(usual), step_usual_apart }, { large, step_large }, { dims_apart(large), step_large_apart },
		{ usual_by_destination, step_usual_by_destination }, { dims_apart(usual_by_destination), step_usual_by_destination_apart },
	};

	return step_among(steps, sizeof steps / sizeof *steps, dims_of(sw), step_any);
}
