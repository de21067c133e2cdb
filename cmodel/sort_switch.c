/*
 * A switch that sorts packets as they arrive, of RECN-IQ or FBICM: its wiring, one function per stage.
 *
 * Decisions are made from the registers as they are at the beginning of the cycle, so a stage that reads a register stands before the one that
 * changes it:
 *
 *   ends            time alone makes an input idle and an output open again: registers of this very cycle
 *   shift           heads that were granted leave the request registers: the scheduler and CDU look at those behind them
 *   detection       reads counts, heads, lines, idle                      (before: grants, queues)
 *   arbitration     reads heads, what is held, open; its grants take effect last
 *   sorting         with lists: which queue a packet enters reads lines  (before: CAM)
 *   flow control    reads counts, sent_xoff_q, with lists what enters     (before: queues)
 *   refill, leave, arrival      per queue, in this order; what arrives reads lines    (before: CAM)
 *   release         a slot read to its end is free                        (after: arrival)
 *   CAM             Xons, notifications, detections; they read counts as they will be
 *   headers         tx_* against the output CAM; what it notified the cycle before is on its way to the inputs   (before: messages)
 *   messages        from downstream
 *   lists           those in memories: learning, sweeps                   (after: CAM)
 *   lines           what is free and what is held, last: all stages see those of this cycle
 *   grants          pop_q, read side, output port; credits
 */
#include "sort_switch_wires.h"

#include "links.h"

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	struct sort_switch *sw = sort_switch(at);
	const unsigned radix = at->shape.radix;

	mmu_place(&sw->mmu, all, a);
	smu_place(&sw->smu, all, radix, a);
	stamp_place(&sw->stamp, all, a);
	sorted_lines_place(&sw->lines, all, radix, a);
	arb_by_output_place(&sw->arb_by_output, all, radix, a);
	arb_out_place(&sw->arb_out, all, radix, a);
	oport_place(&sw->oport, all, a);
	cam_out_place(&sw->cam_out, all, a);
	if (!all->by_list)
		return;
	dt_place(&sw->dt, all, at->switches, a);
	dcam_sort_place(&sw->dcam_sort, all, a);
	dcam_out_place(&sw->dcam_out, all, a);
	if (!all->lists_in_memory)
		return;
	clip_place(&sw->clip, all, a);
	clop_place(&sw->clop, all, a);
}

/* What is not zero at reset. */
static void reset(struct sluice_switch *at, const struct shape *all)
{
	struct sort_switch *sw = sort_switch(at);

	mmu_reset(&sw->mmu, all);
	smu_reset(&sw->smu, all);
	cdu_reset(&sw->cdu, all);
	oport_reset(&sw->oport, all);
	arb_by_output_reset(&sw->arb_by_output, all);
	arbiter_reset(&sw->arb_out.arbiter, all->radix);
	if (!all->lists_in_memory)
		return;
	clip_reset_sorted(&sw->clip, all);
	clop_reset(&sw->clop, all);
	for (unsigned i = 0; i < all->radix; i++)
		dcam_sort_update(&sw->dcam_sort, &sw->lines, i, 0, sw->clip.sorted.dirty[i]);
	at->due = 0;
}

static void end_reads(struct sort_switch *sw, struct sort_wires *w)
{
	const struct ends e = wheel_take(&sw->base.wheel, w->cycle);

	mmu_finish(&sw->mmu, e.inputs);
	oport_release(&sw->oport, e.outputs);
	w->ending = e.inputs;
}

static void shift(struct sort_switch *sw)
{
	unsigned i;

	EACH(i, sw->smu.popping) {
		smu_shift(&sw->smu, i);
		if (sw->stamp.used)
			stamp_pop(&sw->stamp, i, sw->smu.pop_queue[i]);
	}
}

/* Inputs whose cold queue congests: waiting_q of the next cycle, but where CDU acts in this one or is in the way of `others`. */
static uint64_t congested(const struct sort_switch *sw, uint64_t others)
{
	uint64_t inputs = 0;
	unsigned i;

	EACH(i, sw->crowded & ~(sw->lines.full | others)) {
		const unsigned out = sort_head_out(sw, i, 0);

		if (smu_left(&sw->smu, i, 0) && !sorted_lines_own(&sw->lines, i, out) && cdu_blocked(&sw->cdu, i, out, sw->mmu.idle))
			inputs |= bit(i);
	}
	return inputs;
}

static void detect(struct sort_switch *sw, struct sort_wires *w)
{
	w->detect = sw->cdu.waiting & ~sw->smu.popping;
	cdu_set(&sw->cdu, congested(sw, sw->lines.notified | w->detect));
}

/* First phase by age: the queue with the oldest head for one of these outputs. */
static unsigned oldest_queue(const struct sort_switch *sw, unsigned i, uint64_t outputs)
{
	uint64_t queues = 0;
	unsigned o;

	EACH(o, outputs)
		queues |= *smu_heads(&sw->smu, i, o);
	return stamp_oldest(&sw->stamp, sw->base.number[i], i, &queues, 1);
}

/* First phase: the output that an input requests, of these. */
static unsigned request(const struct sort_switch *sw, struct sort_wires *w, unsigned i, uint64_t outputs)
{
	const struct shape *s = &sw->base.shape;
	const unsigned first = sw->base.first[i];

	if (sw->stamp.used) {
		w->queue[i] = (uint8_t)oldest_queue(sw, i, outputs);
		return sort_head_out(sw, i, w->queue[i]);
	}
	const unsigned turn = arb_by_output_turn(&sw->arb_by_output, i, by_turn(s, i - first, outputs >> first));
	const unsigned out = (sort_by_list(sw) ? first : i) + turn;

	return out < first + s->radix ? out : out - s->radix;
}

/* Second phase by age. */
static unsigned oldest_input(const struct sort_switch *sw, const struct sort_wires *w, uint64_t inputs)
{
	uint64_t least = UINT64_MAX;
	unsigned oldest = 0, i;

	EACH(i, inputs) {
		const uint64_t rank = stamp_rank(&sw->stamp, sw->base.number[i], i, w->queue[i]);

		if (rank < least) {
			least = rank;
			oldest = i;
		}
	}
	return oldest;
}

/* Second phase for an output, of the inputs that request it. */
static unsigned serve(struct sort_switch *sw, struct sort_wires *w, unsigned o, uint64_t inputs)
{
	if (sw->stamp.used)
		return oldest_input(sw, w, inputs);
	const unsigned i = arb_out_serve(&sw->arb_out, o, inputs, sw->base.first[o]);
	const unsigned q = arb_by_output_queue(&sw->arb_by_output, i, *smu_heads(&sw->smu, i, o));

	arb_by_output_served(&sw->arb_by_output, i, turn_to(&sw->base.shape, i, o), q);
	w->queue[i] = (uint8_t)q;
	return i;
}

static void arbitrate(struct sort_switch *sw, struct sort_wires *w)
{
	const uint64_t open = oport_open(&sw->oport);
	uint64_t requests[SWITCH_PORTS];
	unsigned i, o;

	w->granted = 0;
	EACH(i, sw->mmu.idle & sw->smu.hungry) {
		const uint64_t outputs = sw->smu.wants[i] & open;

		if (!outputs)
			continue;
		o = request(sw, w, i, outputs);
		requests[o] = (w->granted >> o & 1 ? requests[o] : 0) | bit(i);
		w->granted |= bit(o);
	}
	EACH(o, w->granted)
		w->winner[o] = (uint8_t)serve(sw, w, o, requests[o]);
}

static void refill(struct sort_switch *sw)
{
	unsigned i;

	EACH(i, sw->smu.refilling) {
		smu_refill(&sw->smu, i);
		if (sw->stamp.used)
			stamp_refill(&sw->stamp, i, sw->smu.refill_queue[i], smu_refilled_entry(&sw->smu, i));
	}
}

/* A queue has this many packets now. */
static void count(struct sort_switch *sw, unsigned i, unsigned q)
{
	const unsigned packets = smu_queue(&sw->smu, i, q)->count;

	if (q)
		sorted_lines_count(&sw->lines, &sw->base.shape, i, q - 1, packets);
	else
		sw->crowded = (sw->crowded & ~bit(i)) | (uint64_t)(packets > sw->base.shape.detect_threshold) << i;
}

static void leave(struct sort_switch *sw)
{
	uint64_t reading = 0;
	unsigned i;

	EACH(i, sw->smu.popping) {
		reading |= smu_leave(&sw->smu, &sw->mmu, i) << i;
		count(sw, i, sw->smu.pop_queue[i]);
		sorted_lines_leave(&sw->lines, i, sw->smu.pop_queue[i]);
	}
	smu_leave_all(&sw->smu, reading);
	EACH(i, sw->stamp.used ? reading : 0)
		stamp_read(&sw->stamp, i, link_slot(sw->smu.link[i]));
}

/* The output that a header asks for. */
static unsigned route(const struct sort_switch *sw, unsigned i, const struct packet *p)
{
	const struct shape *s = &sw->base.shape;
	const unsigned turn = (unsigned)(p->turnpool & ones(s->turn_w));
	const unsigned out = i + turn, end = sw->base.first[i] + s->radix;

	assert(turn < s->radix && p->turns_left - 1u < s->turns && !(p->turnpool & ~ones(s->turnpool_bits)));
	return out < end ? out : out - s->radix;
}

static void stamp_arrival(struct sort_switch *sw, unsigned i, unsigned q, unsigned slot, unsigned left)
{
	const uint32_t now = sw->stamp.now[sw->base.number[i]];

	stamp_set_packet(&sw->stamp, i, slot, now);
	if (left < HEADS)
		stamp_head(&sw->stamp, i, q)[left] = now;
}

/* The packets that enter queues in this cycle, where that is known from their destinations: which queue. */
static void sort_by_destination(struct sort_switch *sw, struct sort_wires *w)
{
	unsigned i;

	w->entering = sw->dt.arriving;
	EACH(i, w->entering) {
		const uint32_t row = sort_lists_in_memory(sw) ? clip_arrive_row(&sw->clip, i) : sw->dcam_sort.row[i];

		assert(sort_lists_in_memory(sw) || row == *dcam_sort_row(&sw->dcam_sort, i, sw->dt.enter[i].destination));
		sw->entered[i] = (uint8_t)dcam_sort_enter(&sw->dcam_sort, &sw->lines, i, sw->dt.enter[i].out, row);
	}
}

/* A packet enters a queue. */
static void enter(struct sort_switch *sw, unsigned i, unsigned q, unsigned slot, unsigned out, unsigned flits)
{
	const unsigned left = smu_enter(&sw->smu, &sw->mmu, i, q, slot, out, flits);

	count(sw, i, q);
	if (sw->stamp.used)
		stamp_arrival(sw, i, q, slot, left);
}

static void arrive_by_turns(struct sort_switch *sw, struct sort_wires *w)
{
	const uint64_t back = mmu_arrivals(&sw->mmu, w->in->head);
	unsigned i;

	w->entering = w->in->head;
	EACH(i, w->in->head) {
		const struct packet *p = w->in->packet + i;
		const unsigned slot = mmu_arrive(&sw->mmu, sw->mmu.words, i, back, w->cycle, p), out = route(sw, i, p);

		sw->entered[i] = (uint8_t)cam_sort_enter(&sw->lines, i, out, p->turnpool, p->turns_left);
		enter(sw, i, sw->entered[i], slot, out, p->flits);
	}
}

/* With a routing table, what arrives is looked up, and enters a cycle later. */
static void arrive_by_table(struct sort_switch *sw, const struct sort_wires *w)
{
	const uint64_t back = mmu_arrivals(&sw->mmu, w->in->head);
	struct dt *dt = &sw->dt;
	unsigned i;

	EACH(i, w->entering) {
		const struct dt_entry *e = dt_enter(dt, i);

		enter(sw, i, sw->entered[i], e->slot, e->out, e->flits);
	}
	EACH(i, w->in->head) {
		const struct packet *p = w->in->packet + i;

		dt_arrive(dt, i, sw->base.number[i], sw->base.first[i], mmu_arrive(&sw->mmu, sw->mmu.words, i, back, w->cycle, p), p);
		if (sort_lists_in_memory(sw) && clip_known(&sw->clip, i, sw->dcam_sort.valid[i]))
			clip_look_up_arrival(&sw->clip, i, p->destination);
	}
	dt_configure(dt, w->in->configure, w->in->destination, w->in->entry.output);
	dt_end(dt, w->entering, w->in->head);
}

static void arrive(struct sort_switch *sw, struct sort_wires *w)
{
	unsigned i;

	EACH(i, w->in->head)
		assert(w->in->packet[i].flits - 1u < sw->base.shape.packet_flits);
	if (sort_by_list(sw))
		arrive_by_table(sw, w);
	else
		arrive_by_turns(sw, w);
	if (sw->stamp.used)
		stamp_count(&sw->stamp, w->in->head, sw->base.shape.radix);
}

/* Output o takes the head of a queue of input i; h: for its CAM. */
static void grant(struct sort_switch *sw, const struct sort_wires *w, unsigned o, unsigned i, struct leaving *h)
{
	const unsigned q = w->queue[i], slot = smu_queue(&sw->smu, i, q)->slot[0];
	struct packet *p = w->out->packet + o;

	*p = mmu_at(&sw->mmu, i, slot)->packet;
	if (!sort_by_list(sw))
		packet_take_turn(&sw->base.shape, p);
	w->out->from[o] = (uint8_t)i;
	w->out->queue[o] = (uint16_t)q;
	smu_grant(&sw->smu, i, q);
	mmu_read(&sw->mmu, i, slot);
	cdu_send(&sw->cdu, i, o);
	*h = (struct leaving){ sort_by_list(sw) ? p->destination : p->turnpool & ones(sw->base.shape.pool_w), p->turns_left, (uint8_t)i, (uint8_t)o };
	wheel_file(&sw->base.wheel, w->cycle + p->flits, bit(i), bit(o));
	mmu_occupy(&sw->mmu, (uint64_t)(p->flits > 1) << i);
	oport_occupy(&sw->oport, (uint64_t)(p->flits > 1) << o);
	if (sw->base.links)
		links_send(sw->base.links, o, i, NULL, p);
}

static void grant_all(struct sort_switch *sw, const struct sort_wires *w)
{
	struct leaving *h = oport_leaving(&sw->oport, w->cycle);
	uint64_t inputs = 0;
	unsigned o;

	w->out->depart = w->granted;
	oport_grant(&sw->oport, w->cycle, w->granted);
	EACH(o, w->granted) {
		grant(sw, w, o, w->winner[o], h++);
		inputs |= bit(w->winner[o]);
	}
	if (w->granted)
		oport_spend(&sw->oport, w->granted);
	smu_grant_all(&sw->smu, inputs);
}

/* Something may be granted in the cycle after, unless time alone makes that possible. */
static bool may_grant(const struct sort_switch *sw)
{
	const uint64_t open = oport_open(&sw->oport);
	unsigned i;

	EACH(i, sw->mmu.idle & sw->smu.hungry)
		if (sw->smu.wants[i] & open)
			return true;
	return false;
}

/* The next cycle in which a header leaves that may match an output line. */
static uint64_t next_match(const struct sort_switch *sw, uint64_t cycle)
{
	for (uint64_t age = OPORT_DEPART - 1; age <= cycle && age < OPORT_DEPART; age--)
		if (oport_granted(&sw->oport, cycle - age) & sw->cam_out.stopped)
			return cycle - age + OPORT_DEPART;
	return UINT64_MAX;
}

static uint64_t list_work(const struct sort_switch *sw)
{
	return sw->dt.arriving | sw->dcam_sort.retiring | sw->clip.busy | sw->clip.sorted.moved | sw->clop.busy | sw->clop.departed;
}

static uint64_t next_step(const struct sort_switch *sw, uint64_t cycle)
{
	const uint64_t work = sw->smu.popping | sw->smu.refilling | sw->cdu.waiting | sw->lines.notified | sw->lines.speaking | sw->cam_out.notify |
		sw->cam_out.xon | (sort_by_list(sw) ? list_work(sw) : 0);

	if (work || may_grant(sw) || congested(sw, 0))
		return cycle + 1;
	const uint64_t next = wheel_next(&sw->base.wheel, cycle), match = sw->cam_out.stopped ? next_match(sw, cycle) : UINT64_MAX;

	return match < next ? match : next;
}

static uint64_t sort_step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct sort_switch *sw = sort_switch(at);
	struct sort_wires w;

	w.cycle = cycle;
	w.in = in;
	w.out = out;
	assert(cycle >= at->now && cycle <= at->due);
	assert(!((in->head | in->credit | in->message) & ~at->ports));
	mmu_begin(&sw->mmu, cycle, in->head);
	smu_begin(&sw->smu);
	if (sort_lists_in_memory(sw))
		sort_begin_lists(sw, &w);
	end_reads(sw, &w);
	shift(sw);
	detect(sw, &w);
	arbitrate(sw, &w);
	if (sort_by_list(sw))
		sort_by_destination(sw, &w);
	sort_control_flow(sw, &w);
	refill(sw);
	leave(sw);
	arrive(sw, &w);
	mmu_end(&sw->mmu, sw->mmu.words, w.ending, cycle);
	out->credit = w.ending;
	sort_update_cams(sw, &w);
	sort_update_lines(sw, &w);
	grant_all(sw, &w);
	oport_credit(&sw->oport, in->credit);
	at->now = cycle + 1;
	at->due = next_step(sw, cycle);
	return at->due;
}

static switch_step_function *step(const struct sluice_switch *sw)
{
	(void)sw;
	return sort_step;
}

static void configure(struct sluice_switch *sw, unsigned number, uint32_t first, uint32_t n, const struct table_entry *entry)
{
	for (uint32_t d = 0; d < n; d++)
		dt_write(&sort_switch(sw)->dt, number, first + d, entry[d].output);
}

#define SORT_MODEL                                                                                                                              \
	.bytes = sizeof(struct sort_switch), .ports = SWITCH_PORTS, .depart = OPORT_DEPART, .reports_grants = true, .place = place, .reset = reset, \
	.step = step, .observe = sort_observe, .observed = sort_observed_step, .image = sort_image, .memory = sort_memory, .word = sort_word,   \
	.writes = sort_writes, .drained = sort_drained, .waiting = sort_waiting

const struct switch_model switch_ROUTE_SORT = { SORT_MODEL };

const struct switch_model switch_DESTINATION_SORT = { SORT_MODEL, .configure = configure };
