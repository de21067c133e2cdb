/*
 * The wiring of a switch: one function per stage, and route_cam_step() that runs them.
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
#include "switch_heads.h"
#include "switch_wires.h"

/* The slots behind which headers will be linked come while the stages before that run. */
static void call_slots(const struct sluice_switch *sw, const struct wires *w)
{
	unsigned i;

	EACH(i, w->in->head)
		__builtin_prefetch(mmu_at(&sw->mmu, i, mu_queue(&sw->mu, i, 0)->tail), 1);
}

static void end_reads(struct sluice_switch *sw, struct wires *w)
{
	const struct ends e = wheel_take(&sw->wheel, w->cycle);

	sw->mmu.idle |= e.inputs;
	sw->oport.busy &= ~e.outputs;
	w->ending = e.inputs;
}

/* The turn that the head of the cold queue asks for. */
static inline unsigned turn0(const struct sluice_switch *sw, unsigned i)
{
	return turn_to(&sw->shape, i, *mu_out(&sw->mu, i, 0));
}

/* Inputs whose cold queue congests: waiting_q of the next cycle, but where CDU acts in this one or is in the way of `others`. */
static uint64_t congested(const struct sluice_switch *sw, uint64_t ready0, uint64_t others)
{
	return cdu_held_up(&sw->cdu, &sw->mu, ready0 & ~(sw->cam_in.none_free | others), sw->mmu.idle);
}

static void detect(struct sluice_switch *sw, struct wires *w)
{
	unsigned i;

	w->detect = w->ready0 & sw->cdu.waiting & ~w->popping;
	sw->cdu.waiting = congested(sw, w->ready0, w->notified | w->detect);
	w->moving = w->detect;
	sw->ru.ready0 &= ~w->detect;
	EACH(i, w->detect) {
		head_unfiled(sw, i, 0);
		w->move_src[i] = 0;
		w->move_dst[i] = (uint8_t)(cam_in_detect(&sw->cam_in, &sw->shape, i, turn0(sw, i)) + 1);
		sw->points[i] |= UINT32_C(1) << (w->move_dst[i] - 1);
		counts_of(sw, i)->detections++;
	}
}

/* Inputs in which the packet that PPU moves stops its destination. */
static uint64_t stopping(const struct sluice_switch *sw, const struct wires *w)
{
	uint64_t inputs = 0;
	unsigned i;

	EACH(i, by_destination(sw) ? w->moving & ~w->detect : 0)
		inputs |= (uint64_t)drfcu_stops(&sw->rfcu, &sw->cam_in, &sw->dcam_in, i, w->move_dst[i] - 1u, w->move_destination[i]) << i;
	return inputs;
}

static void control_flow(struct sluice_switch *sw, struct wires *w)
{
	struct rfcu *u = &sw->rfcu;
	struct cam_in *cam = &sw->cam_in;
	const uint64_t stops = stopping(sw, w);
	unsigned i;

	w->out->message = u->sent = u->wants | stops;
	u->sent_cycle = w->cycle + 1;
	EACH(i, u->sent) {
		const struct message *msg = !by_destination(sw) ? rfcu_send(u, cam, i) : stops >> i & 1 ?
			drfcu_stop(u, cam, &sw->dcam_in, i, w->move_dst[i] - 1u, w->move_destination[i]) : drfcu_let_go(u, cam, &sw->dcam_in, i);

		w->out->msg[i] = *msg;
		if (swept(sw) && msg->xoff)
			clip_sent(&sw->clip, i, msg->line);
		counts_of(sw, i)->xoff_sent += msg->xoff;
		counts_of(sw, i)->xon_sent += !msg->xoff;
	}
}

/* Lines that the destination of a header fetched is in the list of: where that is in memory, as it was then. */
static inline uint32_t list_of(const struct sluice_switch *sw, unsigned i, uint32_t destination)
{
	return swept(sw) ? sw->clip.lists.read[i] : *dcam_in_row(&sw->dcam_in, i, destination);
}

/* The line whose queue the packet belongs in that was fetched from queue q, NO_LINE if it may stay: a longer one than that of q. */
static inline unsigned judge(const struct sluice_switch *sw, unsigned i, unsigned q)
{
	const struct header *h = sw->ru.hdr + i;
	const unsigned own = cam_in_line(&sw->cam_in, i, q - (q != 0))->len & (0u - (q != 0));

	if (by_destination(sw))
		return dcam_in_search(&sw->cam_in, i, (unsigned)h->turns, list_of(sw, i, h->rest), own + 1);
	return cam_in_search(&sw->cam_in, i, h->turns, h->rest, own + 1);
}

/* Headers fetched are judged: their packets are ready, or move unless something else uses their input's queues. Which of the two is
 * chance, so nothing branches. */
static void judge_all(struct sluice_switch *sw, struct wires *w)
{
	struct ppu *ppu = &sw->ppu;
	const uint64_t judging = ppu->judging, barred = w->entering | w->popping | w->detect;
	uint64_t found = 0, cold = 0, decided = 0, wanted = 0;
	unsigned i;

	EACH(i, judging) {
		const unsigned q = ppu->pp[i], line = judge(sw, i, q), moved = barred >> i & 1 ? SWITCH_PORTS : i, out = *mu_out(&sw->mu, i, q);
		const uint64_t moves = line != NO_LINE, able = ~((uint64_t)sw->cam_in.xoff[i] << 1) >> q & (moves ^ 1);

		found |= moves << i;
		cold |= (uint64_t)(q == 0) << i;
		wanted |= able << out;
		decided |= (uint64_t)!ppu_judged(ppu, i, q, (moves & barred >> i) ^ 1) << i;
		sw->ru.ready[i] |= ru_line(q) & ((uint32_t)moves - 1);
		sw->arb_in.aside[i] |= ru_line(q) & (0u - (uint32_t)able);
		arb_in_file(&sw->arb_in, i, out, able);
		w->move_src[moved] = (uint8_t)q;
		w->move_dst[moved] = (uint8_t)(line + 1);
		w->move_destination[moved] = sw->ru.hdr[i].rest;
	}
	sw->ru.ready0 |= cold & ~found;
	sw->arb_in.wanted |= wanted;
	ppu->active &= ~decided;
	w->moving |= found & ~barred;
}

/* An undecided head of each input is fetched, but not one that was judged in this cycle. */
static void fetch(struct sluice_switch *sw, const struct wires *w)
{
	struct ppu *ppu = &sw->ppu;
	const uint64_t judging = ppu->judging;
	uint64_t fetched = 0;
	unsigned i;

	EACH(i, ppu->active & ~w->told) {
		const uint64_t candidates = ppu->und[i] & ~((judging >> i & 1) << ppu->pp[i]);

		if (!candidates)
			continue;
		const unsigned q = arbiter_pick(&ppu->fetch, i, candidates);
		const struct packet *p = &mmu_at(&sw->mmu, i, mu_queue(&sw->mu, i, q)->head)->packet;

		arbiter_served(&ppu->fetch, i, q);
		ppu->pp[i] = (uint8_t)q;
		fetched |= bit(i);
		sw->ru.hdr[i] = ru_header(&sw->shape, sw->pool, p, turn_to(&sw->shape, i, *mu_out(&sw->mu, i, q)));
		if (swept(sw))
			sweep_read(&sw->clip.lists, i, sw->ru.hdr[i].rest);
	}
	sw->ru.read |= fetched;
	ppu->judging = fetched;
}

/* Links read in the cycle before lead to new heads: undecided, or ready where no line is in use, so that the queue is the cold one. */
static void refill(struct sluice_switch *sw, struct wires *w)
{
	const uint64_t refilling = sw->mu.refilling, judged = refilling & sw->cam_in.any_live;
	unsigned i;

	EACH(i, refilling) {
		const unsigned q = mu_refill(&sw->mu, i);

		sw->ppu.und[i] |= (judged >> i & 1) << q;
		head_destination(sw, i, q, 1);
	}
	sw->mu.refilling = 0;
	sw->ppu.active |= judged;
	w->cold_ready = refilling & ~judged;
}

static void pop(struct sluice_switch *sw, const struct wires *w)
{
	struct leavers l = { 0, 0, 0 };
	unsigned i;

	EACH(i, w->popping)
		head_leaves(sw, i, sw->mu.pop_queue[i], &l);
	heads_left(sw, &l);
	EACH(i, sw->mu.popping_aside)
		aside_left(sw, i, sw->mu.pop_queue[i] - 1u);
}

static void move(struct sluice_switch *sw, const struct wires *w)
{
	struct leavers l = { 0, 0, 0 };
	uint64_t first = 0;
	unsigned i;

	EACH(i, w->moving) {
		const unsigned src = w->move_src[i], dst = w->move_dst[i], out = *mu_out(&sw->mu, i, src);
		const struct queue head = *mu_queue(&sw->mu, i, src);

		head_leaves(sw, i, src, &l);
		const unsigned count = mu_enter(&sw->mu, &sw->mmu, i, dst, head.head, out, head.flits);
		const uint32_t direct = count == 1;

		first |= (uint64_t)direct << i;
		sw->mu.held[i] |= direct << (dst - 1);
		sw->ppu.und[i] |= (uint64_t)direct << dst;
		head_destination(sw, i, dst, direct);
		aside_counted(sw, i, dst - 1, count);
		if (src)
			aside_left(sw, i, src - 1);
		counts_of(sw, i)->moves++;
	}
	heads_left(sw, &l);
	sw->mu.wrote |= w->moving & ~first;
	sw->ppu.active |= first;
	sw->cam_in.changed |= first;
	EACH(i, by_destination(sw) && !swept(sw) ? w->moving & ~w->detect : 0)
		dcam_in_learn(&sw->dcam_in, i, w->move_dst[i] - 1u, w->move_destination[i]);
}

/* The output that a header asks for. */
static inline unsigned request(const struct sluice_switch *sw, unsigned i, const struct packet *p)
{
	const struct shape *s = &sw->shape;
	const unsigned turn = (unsigned)(p->turnpool & sw->turn);
	const unsigned out = i + turn, end = sw->of[i].first + s->radix;

	assert(turn < s->radix && p->turns_left - 1u < s->turns && p->flits - 1u < s->packet_flits);
	assert(!(p->turnpool & ~sw->turnpool));
	return out < end ? out : out - s->radix;
}

/* A header that comes is written. */
static inline unsigned take_slot(struct sluice_switch *sw, const struct wires *w, unsigned i, const struct packet *p)
{
	const unsigned slot = mmu_arrive(&sw->mmu, i, w->cycle, p);

	if (sw->imaging)
		mmu_remember_arrival(&sw->mmu, i, w->cycle, slot, p->flits);
	return slot;
}

/* A packet enters the cold queue. Returns whether it is its head. */
static inline uint64_t enter(struct sluice_switch *sw, unsigned i, unsigned slot, unsigned out, unsigned flits)
{
	const unsigned count = mu_enter(&sw->mu, &sw->mmu, i, 0, slot, out, flits);
	const uint64_t first = count == 1;

	cdu_entered(&sw->cdu, &sw->shape, i, count);
	sw->ppu.und[i] |= sw->cam_in.any_live >> i & first;
	head_destination(sw, i, 0, first);
	return first;
}

static void entered(struct sluice_switch *sw, struct wires *w, uint64_t first)
{
	const uint64_t judged = first & sw->cam_in.any_live;

	sw->mu.cold |= w->entering;
	sw->mu.wrote |= w->entering & ~first;
	sw->ppu.active |= judged;
	w->cold_ready |= first & ~judged;
}

static void arrive(struct sluice_switch *sw, struct wires *w)
{
	uint64_t first = 0;
	unsigned i;

	EACH(i, w->in->head) {
		const struct packet *p = w->in->packet + i;

		first |= enter(sw, i, take_slot(sw, w, i, p), request(sw, i, p), p->flits) << i;
	}
	entered(sw, w, first);
}

/* All switches of a bank: but whoever has an observer is alone. */
static void write_tables(struct sluice_switch *sw, const struct switch_in *in)
{
	sw->dt.wrote = in->configure;
	sw->dt.wrote_at = in->destination;
	for (unsigned k = 0; in->configure && k < sw->switches; k++)
		dt_write(&sw->dt, k, in->destination, in->entry.output);
}

/* The same with a routing table: what arrives is looked up, and enters a cycle later. */
static void arrive_by_table(struct sluice_switch *sw, struct wires *w)
{
	struct dt *dt = &sw->dt;
	uint64_t first = 0;
	unsigned i;

	EACH(i, w->entering) {
		const struct dt_entry *e = dt->enter + i;

		dt->entered_at[i] = e->slot;
		first |= enter(sw, i, e->slot, e->out, e->flits) << i;
	}
	entered(sw, w, first);
	EACH(i, w->in->head) {
		const struct packet *p = w->in->packet + i;

		assert(p->flits - 1u < sw->shape.packet_flits);
		dt_arrive(dt, i, sw->of[i].number, sw->of[i].first, take_slot(sw, w, i, p), p);
	}
	write_tables(sw, w->in);
	dt->entered = w->entering;
	dt->arriving = w->in->head;
	dt->read |= w->in->head;
}

static void release(struct sluice_switch *sw, const struct wires *w)
{
	mmu_end(&sw->mmu, w->ending, w->cycle);
	w->out->credit = w->ending;
}

/* Output o takes the head of queue q of input i; h: for its CAM. Returns its flits. */
static inline unsigned grant(struct sluice_switch *sw, const struct wires *w, unsigned o, unsigned i, unsigned q, struct leaving *h)
{
	const struct queue *queue = mu_queue(&sw->mu, i, q);
	const unsigned slot = queue->head, flits = queue->flits;
	struct packet *p = w->out->packet + o;

	*p = mmu_at(&sw->mmu, i, slot)->packet;
	if (!by_destination(sw))
		packet_take_turn(&sw->shape, p);
	w->out->from[o] = (uint8_t)i;
	sw->mu.pop_queue[i] = (uint8_t)q;
	sw->mmu.reading[i] = (uint16_t)slot;
	sw->cdu.sent[i] = (uint8_t)o;
	wheel_file(&sw->wheel, w->cycle + flits, bit(i), bit(o));
	*h = (struct leaving){ by_destination(sw) ? p->destination : p->turnpool & sw->pool, p->turns_left, (uint8_t)i, (uint8_t)o };
	if (sw->imaging) {
		mmu_remember(&sw->mmu, i, w->cycle, slot, p);
		oport_remember(&sw->oport, o, w->cycle, p, i);
	}
	return flits;
}

static void grant_all(struct sluice_switch *sw, const struct wires *w)
{
	struct leaving *h = oport_leaving(&sw->oport, w->cycle);
	uint64_t busy = 0, reading = 0, spent = 0;
	unsigned o;

	EACH(o, w->granted) {
		const unsigned i = w->winner[o];
		const uint64_t more = grant(sw, w, o, i, sw->arb_in.pick[i], h++) > 1;

		busy |= more << o;
		reading |= more << i;
		spent |= (uint64_t)oport_spend(&sw->oport, o) << o;
	}
	sw->mu.popping = w->granted_inputs;
	sw->mu.popping_aside = w->granted_inputs & ~w->granted_cold;
	sw->mmu.idle &= ~reading;
	sw->oport.busy |= busy;
	sw->oport.credited &= ~spent;
	sw->oport.recent[w->cycle % DEPTH] = (struct grants){ w->cycle, w->granted };
	w->out->depart = w->granted;
}

/* New heads of cold queues that no line concerns are ready. */
static void file_cold(struct sluice_switch *sw, const struct wires *w)
{
	uint64_t wanted = 0;
	unsigned i;

	EACH(i, w->cold_ready) {
		const unsigned out = *mu_out(&sw->mu, i, 0);

		arb_in_file(&sw->arb_in, i, out, 1);
		wanted |= bit(out);
	}
	sw->arb_in.wanted |= wanted;
	sw->ru.ready0 |= w->cold_ready;
}

/* Lists of lines that were in use in the cycle before, and are no longer. */
static void settle_lists(struct sluice_switch *sw)
{
	unsigned i;

	EACH(i, sw->dcam_in.unsettled)
		dcam_in_settle(&sw->dcam_in, &sw->cam_in, i);
	sw->dcam_in.unsettled = 0;
}

static void settle_lines(struct sluice_switch *sw)
{
	const uint64_t changed = sw->cam_in.changed;
	uint64_t grew = 0;
	unsigned i;

	EACH(i, changed) {
		const int more = cam_in_settle(&sw->cam_in, i, sw->mu.held[i]);

		counts_of(sw, i)->lines_in_use += (unsigned)more;
		grew |= (uint64_t)(more > 0) << i;
		if (by_destination(sw))
			sw->dcam_in.unsettled |= (uint64_t)(sw->cam_in.live[i] != sw->dcam_in.was[i]) << i;
	}
	EACH(i, grew) {
		struct switch_counts *n = counts_of(sw, i);

		n->lines_peak = n->lines_in_use > n->lines_peak ? n->lines_in_use : n->lines_peak;
	}
	sw->cam_in.changed = 0;
}

/* Something may be granted in the cycle after, as far as is known now. */
static uint64_t may_grant(const struct sluice_switch *sw)
{
	return sw->arb_in.wanted & oport_open(&sw->oport);
}

static uint64_t list_work(const struct sluice_switch *sw)
{
	return sw->dcam_in.unsettled | sw->clip.busy | sw->clop.busy | sw->clop.left | sw->dt.arriving;
}

static uint64_t congestion_work(const struct sluice_switch *sw)
{
	return sw->ppu.active | sw->ppu.judging | sw->cam_out.notify | sw->cam_out.xon | sw->cam_in.notified | sw->rfcu.wants
	     | sw->cdu.waiting | congested(sw, sw->ru.ready0, 0) | (by_destination(sw) ? list_work(sw) : 0);
}

/* The next cycle in which a header leaves that may match an output line. */
static uint64_t next_match(const struct sluice_switch *sw, uint64_t cycle)
{
	for (uint64_t age = SWITCH_DEPART - 1; age <= cycle && age < SWITCH_DEPART; age--)
		if (oport_granted(&sw->oport, cycle - age) & sw->cam_out.stopped)
			return cycle - age + SWITCH_DEPART;
	return UINT64_MAX;
}

static uint64_t next_step(const struct sluice_switch *sw, uint64_t cycle)
{
	uint64_t next;

	if (sw->mu.popping | sw->mu.refilling | may_grant(sw))
		return cycle + 1;
	if (sw->shape.saqs && congestion_work(sw))
		return cycle + 1;
	next = wheel_next(&sw->wheel, cycle);
	if (sw->shape.saqs) {
		if (sw->cam_out.stopped) {
			const uint64_t match = next_match(sw, cycle);

			next = match < next ? match : next;
		}
	}
	return next;
}

static void begin(struct sluice_switch *sw, struct wires *w)
{
	assert(w->cycle >= sw->now && w->cycle <= sw->due);
	assert(!((w->in->head | w->in->credit | w->in->message) & ~sw->ports));
	assert(sw->shape.saqs || !w->in->message);
	w->ready0 = sw->ru.ready0;
	w->popping = sw->mu.popping;
	w->notified = sw->cam_in.notified;
	w->entering = by_destination(sw) ? sw->dt.arriving : w->in->head;
	w->detect = w->moving = w->granted = w->granted_inputs = 0;
	sw->mmu.used |= w->in->head;
	sw->mu.wrote = 0;
	w->out->message = 0;
	mmu_begin(&sw->mmu, w->cycle);
	call_slots(sw, w);
	end_reads(sw, w);
	if (sw->imaging)
		route_cam_mark_early(sw);
	w->told = 0;
	if (swept(sw))
		route_cam_begin_lists(sw, w);
	else if (by_destination(sw))
		settle_lists(sw);
}

static uint64_t route_cam_step(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	const bool congestion = sw->shape.saqs > 0;
	struct wires w;

	w.cycle = cycle;
	w.in = in;
	w.out = out;
	begin(sw, &w);
	if (congestion)
		detect(sw, &w);
	route_cam_arbitrate(sw, &w);
	if (congestion) {
		judge_all(sw, &w);
		fetch(sw, &w);
		control_flow(sw, &w);
	}
	refill(sw, &w);
	pop(sw, &w);
	move(sw, &w);
	(by_destination(sw) ? arrive_by_table : arrive)(sw, &w);
	if (sw->stamp.used)
		route_cam_stamp(sw, &w);
	release(sw, &w);
	if (congestion)
		route_cam_update(sw, &w);
	if (swept(sw))
		route_cam_write_lists(sw, &w);
	grant_all(sw, &w);
	file_cold(sw, &w);
	oport_credit(&sw->oport, in->credit);
	if (sw->imaging)
		route_cam_mark_late(sw, &w);
	if (congestion)
		settle_lines(sw);
	sw->now = cycle + 1;
	sw->due = next_step(sw, cycle);
	return sw->due;
}

static const struct switch_counts *route_cam_counts(const struct sluice_switch *sw)
{
	return sw->counts;
}

static void destination_cam_configure(struct sluice_switch *sw, unsigned number, const struct table_entry *table)
{
	for (uint32_t d = 0; d < sw->shape.nodes; d++)
		dt_write(&sw->dt, number, d, table[d].output);
}

const struct switch_model switch_ROUTE_CAM = {
	sizeof(struct sluice_switch), true, route_cam_place, route_cam_reset, NULL, route_cam_step, route_cam_image, route_cam_memory, route_cam_writes, route_cam_word,
	route_cam_written, route_cam_drained, route_cam_waiting, route_cam_counts,
};

/* The same wiring; where it differs, it asks by_destination(). */
const struct switch_model switch_DESTINATION_CAM = {
	sizeof(struct sluice_switch), true, route_cam_place, route_cam_reset, destination_cam_configure, route_cam_step, route_cam_image, route_cam_memory,
	route_cam_writes, route_cam_word, route_cam_written, route_cam_drained, route_cam_waiting, route_cam_counts,
};
