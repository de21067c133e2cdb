/*
 * The wiring of a switch: one function per stage, and route_cam_step() that runs them.
 *
 * Every decision is made from the registers as they are at the beginning of the cycle. So a stage
 * that reads a register stands before the one that changes it; the pipeline runs backwards:
 *
 *   ends        time alone makes an input idle and an output open again: registers of this very cycle
 *   detection   reads counts, ready_q, idle                               (before: grants, queues)
 *   arbitration     reads ready_q, xoff_q, open; its grants take effect last, since pop_q of this cycle
 *                   is still to be served
 *   judging     reads live, the header fetched; makes heads ready         (after: arbitration)
 *   flow control    reads counts, sent_xoff_q, the move of this cycle     (before: queues; after: judging)
 *   refill, pop, move, arrival      per queue, in this order: what leaves a queue before what enters,
 *                   and the link read in the cycle before is used before another is read
 *   release     a slot read to its end is free                            (after: arrival)
 *   CAM         Xon, notifications                                        (after: arbitration, judging)
 *   headers     tx_* against the output CAM; what it notified the cycle before is on its way to the inputs   (before: messages)
 *   lists       those in memories: learning, sweeps; read before          (after: judging, CAM)
 *   grants      pop_q, read side, output port                             (after: pop, release)
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
	return turn_to(&sw->shape, i, mu_queue(&sw->mu, i, 0)->out);
}

/* Inputs whose cold queue congests: waiting_q of the next cycle, but where CDU acts in this one or is in the way of `others`. */
static uint64_t congested(const struct sluice_switch *sw, uint64_t ready0, uint64_t others)
{
	return cdu_held_up(&sw->cdu, ready0, sw->mmu.idle) & ~(sw->cam_in.none_free | others);
}

static void detect(struct sluice_switch *sw, struct wires *w)
{
	unsigned i;

	w->detect = w->ready0 & sw->cdu.waiting & ~w->popping;
	sw->cdu.waiting = congested(sw, w->ready0, w->notified | w->detect);
	w->moving = w->detect;
	EACH(i, w->detect) {
		head_taken(sw, i, 0);
		w->move_src[i] = 0;
		w->move_dst[i] = (uint8_t)(cam_in_detect(&sw->cam_in, i, turn0(sw, i)) + 1);
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

/* The header fetched for queue q is judged. */
static void judge(struct sluice_switch *sw, struct wires *w, unsigned i, unsigned q)
{
	const struct header *h = sw->ru.hdr + i;
	const unsigned own = cam_in_line(&sw->cam_in, i, q - (q != 0))->len & (0u - (q != 0));
	const unsigned l = by_destination(sw) ? dcam_in_search(&sw->cam_in, i, (unsigned)h->turns, list_of(sw, i, h->rest), own + 1) :
						cam_in_search(&sw->cam_in, &sw->shape, i, h->turns, h->rest, own + 1);

	if (l == NO_LINE) {
		ppu_judged(&sw->ppu, i, q);
		head_ready(sw, i, q, 1);
	} else if (!((w->entering | w->popping | w->detect) >> i & 1)) {
		ppu_judged(&sw->ppu, i, q);
		w->moving |= bit(i);
		w->move_src[i] = (uint8_t)q;
		w->move_dst[i] = (uint8_t)(l + 1);
		w->move_destination[i] = h->rest;
	}
}

static void post_process(struct sluice_switch *sw, struct wires *w)
{
	struct ppu *ppu = &sw->ppu;
	const uint64_t judging = ppu->judging;
	uint64_t fetched = 0;
	unsigned i;

	EACH(i, judging)
		judge(sw, w, i, ppu->pp[i]);
	EACH(i, ppu->active & ~w->told) {
		const uint64_t candidates = ppu->und[i] & ~((judging >> i & 1) << ppu->pp[i]);

		if (!candidates)
			continue;
		const unsigned q = arbiter_pick(&ppu->fetch, i, candidates);

		arbiter_served(&ppu->fetch, i, q);
		ppu->pp[i] = (uint8_t)q;
		fetched |= bit(i);
		const struct queue *queue = mu_queue(&sw->mu, i, q);

		ru_fetch(&sw->ru, &sw->shape, i, &mmu_at(&sw->mmu, i, queue->head)->packet, turn_to(&sw->shape, i, queue->out));
		if (swept(sw))
			sweep_read(&sw->clip.lists, i, sw->ru.hdr[i].rest);
	}
	ppu->judging = fetched;
}

static void refill(struct sluice_switch *sw)
{
	const uint64_t refilling = sw->mu.refilling;
	unsigned i;

	sw->mu.refilling = 0;
	EACH(i, refilling)
		head_new(sw, i, mu_refill(&sw->mu, i), 1);
}

static void pop(struct sluice_switch *sw, const struct wires *w)
{
	uint64_t aside = 0;
	unsigned i;

	EACH(i, w->popping) {
		const unsigned q = sw->mu.pop_queue[i];

		mu_leave(&sw->mu, &sw->mmu, i, q);
		link_read(sw, i);
		counted_cold(sw, i);
		aside |= (uint64_t)(q != 0) << i;
	}
	EACH(i, aside)
		counted_aside(sw, i, sw->mu.pop_queue[i]);
}

static void move(struct sluice_switch *sw, const struct wires *w)
{
	unsigned i;

	EACH(i, w->moving) {
		const unsigned src = w->move_src[i], dst = w->move_dst[i];
		const struct queue head = *mu_queue(&sw->mu, i, src);

		mu_leave(&sw->mu, &sw->mmu, i, src);
		link_read(sw, i);
		head_undecided(sw, i, dst, mu_enter(&sw->mu, &sw->mmu, i, dst, head.head, head.out, head.flits));
		counted_cold(sw, i);
		if (src)
			counted_aside(sw, i, src);
		counted_aside(sw, i, dst);
		if (by_destination(sw) && !swept(sw) && !(w->detect >> i & 1))
			dcam_in_learn(&sw->dcam_in, i, dst - 1, w->move_destination[i]);
		counts_of(sw, i)->moves++;
	}
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

static inline void enter(struct sluice_switch *sw, unsigned i, unsigned slot, unsigned out, unsigned flits)
{
	head_new(sw, i, 0, mu_enter(&sw->mu, &sw->mmu, i, 0, slot, out, flits));
	counted_cold(sw, i);
}

static void arrive(struct sluice_switch *sw, const struct wires *w)
{
	unsigned i;

	EACH(i, w->in->head) {
		const struct packet *p = w->in->packet + i;
		const unsigned out = request(sw, i, p);

		enter(sw, i, mmu_arrive(&sw->mmu, i, w->cycle, p), out, p->flits);
	}
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
static void arrive_by_table(struct sluice_switch *sw, const struct wires *w)
{
	struct dt *dt = &sw->dt;
	unsigned i;

	EACH(i, w->entering) {
		const struct dt_entry *e = dt->enter + i;

		dt->entered_at[i] = e->slot;
		enter(sw, i, e->slot, e->out, e->flits);
	}
	EACH(i, w->in->head) {
		const struct packet *p = w->in->packet + i;

		assert(p->flits - 1u < sw->shape.packet_flits);
		dt_arrive(dt, i, sw->of[i].number, sw->of[i].first, mmu_arrive(&sw->mmu, i, w->cycle, p), p);
	}
	write_tables(sw, w->in);
	dt->entered = w->entering;
	dt->arriving = w->in->head;
	dt->read |= w->in->head;
}

static void release(struct sluice_switch *sw, const struct wires *w)
{
	mmu_end(&sw->mmu, w->ending);
	w->out->credit = sw->mmu.credit = w->ending;
	sw->mmu.credit_cycle = w->cycle + 1;
}

/* Output o takes the head that input i put up. */
static void grant(struct sluice_switch *sw, const struct wires *w, unsigned o, unsigned i)
{
	const unsigned q = sw->arb_in.pick[i];
	const struct queue *head = mu_queue(&sw->mu, i, q);
	const unsigned flits = head->flits;
	struct packet *p = w->out->packet + o;

	*p = mmu_at(&sw->mmu, i, head->head)->packet;
	if (!by_destination(sw))
		packet_take_turn(&sw->shape, p);
	w->out->from[o] = (uint8_t)i;
	head_taken(sw, i, q);
	sw->mu.pop_queue[i] = (uint8_t)q;
	mmu_grant(&sw->mmu, i, w->cycle, head->head, flits);
	oport_grant(&sw->oport, o, flits);
	wheel_file(&sw->wheel, w->cycle + flits, bit(i), bit(o));
	if (sw->shape.saqs) {
		sw->cdu.sent[i] = (uint8_t)o;
		cdu_head(&sw->cdu, i, mu_queue(&sw->mu, i, 0)->out);    /* of no effect unless that head is ready */
		*oport_leaving(&sw->oport, w->cycle, o) = (struct leaving){ by_destination(sw) ? p->destination : p->turnpool & sw->pool, p->turns_left, (uint8_t)i };
	}
	if (sw->imaging) {
		mmu_remember(&sw->mmu, i, w->cycle, head->head, p);
		oport_remember(&sw->oport, o, w->cycle, p, i);
	}
}

static void grant_all(struct sluice_switch *sw, const struct wires *w)
{
	unsigned o;

	sw->mu.popping = w->granted_inputs;
	w->out->depart = w->granted;
	sw->oport.recent[w->cycle % DEPTH] = (struct grants){ w->cycle, w->granted };
	EACH(o, w->granted)
		grant(sw, w, o, w->winner[o]);
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
	unsigned i;

	EACH(i, changed) {
		counts_of(sw, i)->lines_in_use += (unsigned)cam_in_settle(&sw->cam_in, i, sw->mu.held[i]);
		sw->dcam_in.unsettled |= (uint64_t)(by_destination(sw) && sw->cam_in.live[i] != sw->dcam_in.was[i]) << i;
	}
	EACH(i, changed) {
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

static uint64_t congestion_work(const struct sluice_switch *sw)
{
	return sw->ppu.active | sw->ppu.judging | sw->cam_out.notify | sw->cam_out.xon | sw->cam_in.notified | sw->rfcu.wants
	     | sw->cdu.waiting | congested(sw, sw->ru.ready0, 0) | sw->dcam_in.unsettled | sw->clip.busy | sw->clop.busy | sw->clop.left;
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

	if (sw->mu.popping | sw->mu.refilling | sw->dt.arriving | may_grant(sw))
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
	sw->mu.wrote = 0;
	w->out->message = 0;
	call_slots(sw, w);
	end_reads(sw, w);
	if (sw->imaging)
		route_cam_mark_early(sw);
	w->told = 0;
	if (swept(sw))
		route_cam_begin_lists(sw, w);
	else
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
		post_process(sw, &w);
		control_flow(sw, &w);
	}
	refill(sw);
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
