#ifndef SWITCH_STEP_H
#define SWITCH_STEP_H

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
#include "switch_arbitrate.h"
#include "switch_judge.h"
#include "switch_wires.h"

/* Where heads know their destination: that of a new one (1; 0: nothing). */
STAGE void head_destination(struct sluice_switch *sw, unsigned i, unsigned q, uint64_t new, struct dims d)
{
	if (d.swept && new)
		sw->ru.destination[i * d.queues + q] = mu_head(&sw->mu, &sw->mmu, i, q)->packet.destination;
}

STAGE void end_reads(struct sluice_switch *sw, struct wires *w)
{
	const struct ends e = wheel_take(&sw->wheel, w->cycle);

	sw->mmu.idle |= e.inputs;
	sw->oport.busy &= ~e.outputs;
	w->ending = e.inputs;
}

/* The turn that the head of the cold queue asks for. */
STAGE unsigned turn0(const struct sluice_switch *sw, unsigned i)
{
	return turn_to(&sw->shape, i, *mu_out(&sw->mu, i, 0));
}

/* Inputs whose cold queue congests: waiting_q of the next cycle, but where CDU acts in this one or is in the way of `others`. */
STAGE uint64_t congested(const struct sluice_switch *sw, uint64_t ready0, uint64_t others)
{
	return cdu_held_up(&sw->cdu, &sw->shape, &sw->mu, ready0 & ~(sw->cam_in.none_free | others), sw->mmu.idle);
}

STAGE void detect(struct sluice_switch *sw, struct wires *w, struct dims d)
{
	unsigned i;

	w->detect = w->ready0 & sw->cdu.waiting & ~w->popping;
	sw->cdu.waiting = congested(sw, w->ready0, w->notified | w->detect);
	w->moving = w->detect;
	sw->ru.ready[0] &= ~w->detect;
	EACH(i, w->detect) {
		w->move_src[i] = 0;
		w->move_dst[i] = (uint8_t)(cam_in_detect(&sw->cam_in, &sw->shape, d.lines, i, turn0(sw, i), *mu_out(&sw->mu, i, 0)) + 1);
		counts_of(sw, i)->detections++;
	}
}

/* Inputs in which the packet that PPU moves stops its destination. */
STAGE uint64_t stopping(const struct sluice_switch *sw, const struct wires *w, struct dims d)
{
	uint64_t inputs = 0;
	unsigned i;

	EACH(i, d.by_destination ? w->moving & ~w->detect : 0)
		inputs |= (uint64_t)drfcu_stops(&sw->shape, &sw->mu, &sw->cam_in, &sw->dcam_in, i, w->move_dst[i] - 1u, w->move_destination[i]) << i;
	return inputs;
}

STAGE void control_flow(struct sluice_switch *sw, struct wires *w, struct dims d)
{
	struct rfcu *u = &sw->rfcu;
	struct cam_in *cam = &sw->cam_in;
	const uint64_t stops = stopping(sw, w, d);
	unsigned i;

	w->out->message = u->sent = rfcu_wants(&sw->shape, &sw->mu, cam, d.lines, !d.by_destination) | stops;
	u->sent_cycle = w->cycle + 1;
	EACH(i, u->sent) {
		const struct message *msg = !d.by_destination ? rfcu_send(u, &sw->shape, &sw->mu, cam, i) : stops >> i & 1 ?
			drfcu_stop(u, cam, &sw->dcam_in, i, w->move_dst[i] - 1u, w->move_destination[i]) : drfcu_let_go(u, &sw->shape, &sw->mu, cam, &sw->dcam_in, i);

		w->out->msg[i] = *msg;
		if (d.swept && msg->xoff)
			clip_sent(&sw->clip, i, msg->line);
		counts_of(sw, i)->xoff_sent += msg->xoff;
		counts_of(sw, i)->xon_sent += !msg->xoff;
	}
}

/* Links read in the cycle before lead to new heads: undecided, or ready where no line is in use, so that the queue is the cold one. */
STAGE void refill(struct sluice_switch *sw, struct wires *w, struct dims d)
{
	const uint64_t refilling = sw->mu.refilling, judged = refilling & sw->cam_in.any_live;
	unsigned i;

	w->cold_ready = refilling & ~judged;
	if (!refilling)
		return;
	EACH_OF(q, d.queues) {
		sw->ppu.und[q] |= judged & sw->mu.refill[q];
		sw->mu.refill[q] = 0;
	}
	EACH(i, refilling)
		head_destination(sw, i, mu_refill(&sw->mu, &sw->mmu, i), 1, d);
	sw->mu.refilling = 0;
}

STAGE void pop(struct sluice_switch *sw, const struct wires *w, struct dims d)
{
	if (w->popping)
		mu_pop(&sw->mu, d.queues);
}

STAGE void move(struct sluice_switch *sw, const struct wires *w, struct dims d)
{
	uint64_t first = 0, more = 0;
	unsigned i;

	EACH(i, w->moving) {
		const unsigned src = w->move_src[i], dst = w->move_dst[i];
		const uint64_t direct = ~sw->mu.held[dst] & bit(i);

		assert((direct != 0) == (sw->mu.count[dst][i] == 0));
		const unsigned slot = sw->mu.head[src][i], out = *mu_out(&sw->mu, i, src), flits = sw->mu.flits[src][i];

		mu_enter(&sw->mu, &sw->mmu, i, dst, slot, out, flits);
		mu_enter_first(&sw->mu, i, dst, slot, out, flits, 0u - (direct != 0));
		more |= mu_leave(&sw->mu, i, src) << i;
		first |= direct;
		sw->mu.held[dst] |= bit(i);
		sw->ppu.und[dst] |= direct;
		sw->did.move_src[i] = (uint8_t)src;
		sw->did.move_dst[i] = (uint8_t)dst;
		head_destination(sw, i, dst, direct != 0, d);
		counts_of(sw, i)->moves++;
	}
	assert(!(w->moving & sw->mu.refilling));
	sw->mu.refilling |= more;
	sw->mu.wrote |= w->moving & ~first;
	sw->mu.read |= sw->mu.refilling;
	EACH(i, d.by_destination && !d.swept ? w->moving & ~w->detect : 0)
		dcam_in_learn(&sw->dcam_in, i, w->move_dst[i] - 1u, w->move_destination[i]);
}

/* What refills queues in the next cycle is in link_mem's read register, for units that look at it. */
STAGE void read_links(struct sluice_switch *sw, struct dims d)
{
	unsigned i;

	EACH(i, d.swept | d.stamps ? sw->mu.refilling : 0)
		route_cam_read_link(sw, i);
}

/* The output that a header asks for. */
STAGE unsigned request(const struct sluice_switch *sw, unsigned i, const struct packet *p)
{
	const struct shape *s = &sw->shape;
	const unsigned turn = (unsigned)(p->turnpool & sw->turn);
	const unsigned out = i + turn, end = sw->first[i] + s->radix;

	assert(turn < s->radix && p->turns_left - 1u < s->turns);
	return out < end ? out : out - s->radix;
}

/* A header that comes is written. */
STAGE unsigned take_slot(struct sluice_switch *sw, const struct wires *w, unsigned i, uint64_t back, const struct packet *p, struct dims d)
{
	return mmu_arrive(&sw->mmu, d.words, i, back, w->cycle, p);
}

/* A packet enters the cold queue. */
STAGE void enter(struct sluice_switch *sw, unsigned i, unsigned slot, unsigned out, unsigned flits, struct dims d)
{
	mu_enter(&sw->mu, &sw->mmu, i, 0, slot, out, flits);
	sw->mu.entered_flits[i] = (uint8_t)flits;
	sw->mu.entered_out[i] = (uint8_t)out;
	if (d.swept && !(sw->mu.held[0] >> i & 1))
		sw->ru.destination[i * d.queues] = mmu_at(&sw->mmu, i, slot)->packet.destination;
}

STAGE void entered(struct sluice_switch *sw, struct wires *w)
{
	const uint64_t first = w->entering & ~sw->mu.held[0], judged = first & sw->cam_in.any_live;

	sw->mu.held[0] |= w->entering;
	sw->mu.wrote |= w->entering & ~first;
	sw->ppu.und[0] |= judged;
	w->cold_ready |= first & ~judged;
	w->first = first;
}

/* What entered an empty cold queue is its head. Last of all, when the bytes written one by one can be read all at once. */
STAGE void set_heads(struct sluice_switch *sw, const struct wires *w)
{
	struct mu *u = &sw->mu;

	if (!w->entering)
		return;
	const lanes flits = lanes_load(u->entered_flits), out = lanes_load(u->entered_out);

	assert(!(w->entering & ~lanes_less(lanes_subtract(flits, lanes_all(1)), lanes_all((uint8_t)sw->shape.packet_flits))));
	words_copy(w->first, u->head[0], u->tail[0]);
	lanes_store(u->flits[0], lanes_where(w->first, flits, lanes_load(u->flits[0])));
	lanes_store(u->out[0], lanes_where(w->first, out, lanes_load(u->out[0])));
}

STAGE void arrive(struct sluice_switch *sw, struct wires *w, struct dims d)
{
	const uint64_t back = mmu_arrivals(&sw->mmu, w->in->head);
	uint64_t pools = 0;
	unsigned i;

	assert(mu_counts(&sw->mu, w->entering, 0));
	EACH(i, w->in->head) {
		const struct packet *p = w->in->packet + i;

		pools |= p->turnpool;
		enter(sw, i, take_slot(sw, w, i, back, p, d), request(sw, i, p), p->flits, d);
	}
	assert(!(pools & ~sw->turnpool));
	entered(sw, w);
}

/* Of the first switch of a bank. */
static void write_tables(struct sluice_switch *sw, const struct switch_in *in)
{
	sw->dt.wrote = in->configure;
	if (!in->configure)
		return;
	sw->dt.wrote_at = in->destination;
	dt_write(&sw->dt, 0, in->destination, in->entry.output);
}

/* The same with a routing table: what arrives is looked up, and enters a cycle later. */
STAGE void arrive_by_table(struct sluice_switch *sw, struct wires *w, struct dims d)
{
	struct dt *dt = &sw->dt;
	const uint64_t back = mmu_arrivals(&sw->mmu, w->in->head);
	unsigned i;

	assert(mu_counts(&sw->mu, w->entering, 0));
	EACH(i, w->entering) {
		const struct dt_entry *e = dt->enter + i;

		dt->entered_at[i] = e->slot;
		enter(sw, i, e->slot, e->out, e->flits, d);
	}
	entered(sw, w);
	EACH(i, w->in->head) {
		const struct packet *p = w->in->packet + i;

		assert(p->flits - 1u < sw->shape.packet_flits);
		dt_arrive(dt, i, sw->of[i].number, sw->of[i].first, take_slot(sw, w, i, back, p, d), p);
	}
	write_tables(sw, w->in);
	dt->entered = w->entering;
	dt->arriving = w->in->head;
	dt->read |= w->in->head;
}

STAGE void release(struct sluice_switch *sw, const struct wires *w, struct dims d)
{
	mmu_end(&sw->mmu, d.words, w->ending, w->cycle);
	w->out->credit = w->ending;
}

/* Output o takes the head of queue q of input i; h: for its CAM. Returns its flits. */
STAGE unsigned grant(struct sluice_switch *sw, const struct wires *w, unsigned o, unsigned i, unsigned q, struct leaving *h, struct dims d)
{
	const unsigned slot = sw->mu.head[q][i];
	struct packet *p = w->out->packet + o;

	*p = mmu_at(&sw->mmu, i, slot)->packet;
	if (!d.by_destination)
		packet_take_turn(&sw->shape, p);
	w->out->from[o] = (uint8_t)i;
	sw->mu.pop_queue[i] = (uint8_t)q;
	sw->mmu.reading[i] = (uint16_t)slot;
	sw->cdu.sent[i] = (uint8_t)o;
	*h = (struct leaving){ d.by_destination ? p->destination : p->turnpool & sw->pool, p->turns_left, (uint8_t)i, (uint8_t)o };
	return p->flits;
}

/* When the packets granted end: all at once, where they are as long as the first. */
STAGE void file_ends(struct sluice_switch *sw, const struct wires *w, unsigned flits, bool alike)
{
	unsigned o;

	if (alike) {
		wheel_file(&sw->wheel, w->cycle + flits, w->granted_inputs, w->granted);
		return;
	}
	EACH(o, w->granted)
		wheel_file(&sw->wheel, w->cycle + w->out->packet[o].flits, bit(w->winner[o]), bit(o));
}

STAGE void grant_all(struct sluice_switch *sw, const struct wires *w, struct dims d)
{
	struct leaving *h = oport_leaving(&sw->oport, w->cycle);
	uint64_t busy = 0, reading = 0;
	unsigned flits = 0, differ = 0, o;

	sw->mu.popping = w->granted_inputs;
	sw->mu.now ^= 1;
	sw->oport.recent[w->cycle % DEPTH] = (struct grants){ w->cycle, w->granted };
	w->out->depart = w->granted;
	if (!w->granted)
		return;
	const struct exits *const exits = sw->exits;

	EACH(o, w->granted) {
		const unsigned i = w->winner[o], before = flits;

		flits = grant(sw, w, o, i, sw->arb_in.pick[i], h++, d);
		if (exits)
			exits_leave(exits, o, i, w->out->packet + o);
		differ |= before ? before ^ flits : 0;
		reading |= (uint64_t)(flits > 1) << i;
		busy |= (uint64_t)(flits > 1) << o;
	}
	sw->mmu.idle &= ~reading;
	sw->oport.busy |= busy;
	file_ends(sw, w, flits, !differ);
	oport_spend(&sw->oport, w->granted);
}

/* Lists of lines that were in use in the cycle before, and are no longer. */
static void settle_lists(struct sluice_switch *sw)
{
	unsigned i;

	EACH(i, sw->dcam_in.unsettled)
		dcam_in_settle(&sw->dcam_in, &sw->cam_in, i);
	sw->dcam_in.unsettled = 0;
}

/* What is counted of the lines of a switch that has these inputs. */
STAGE void count_lines(const struct sluice_switch *sw, struct switch_counts *n, uint64_t inputs, struct dims d)
{
	n->lines_in_use = 0;
	EACH_OF(l, d.lines)
		n->lines_in_use += members(sw->cam_in.live[l] & inputs);
	n->lines_peak = n->lines_in_use > n->lines_peak ? n->lines_in_use : n->lines_peak;
}

/* The same of all switches, where each has a byte of a word: which of them changed is chance. */
STAGE void count_lines_by_byte(struct sluice_switch *sw, struct dims d)
{
	const uint64_t top = UINT64_C(0x8080808080808080);
	uint64_t in_use = 0;

	EACH_OF(l, d.lines)
		in_use += members_by_byte(sw->cam_in.live[l]);
	const uint64_t kept = ((((sw->peak | top) - in_use) & top) >> 7) * UINT8_MAX;

	sw->in_use = in_use;
	sw->peak = (sw->peak & kept) | (in_use & ~kept);
}

/* Without a line in use none changes, but for one that is new. */
STAGE void settle_lines(struct sluice_switch *sw, const struct wires *w, struct dims d)
{
	if (!(d.swept | sw->cam_in.any_live | w->moving | w->notified))
		return;
	uint64_t changed = cam_in_settle(&sw->cam_in, d.lines, sw->mu.held + 1);

	if (counts_by_byte(d.radix, d.lines)) {
		count_lines_by_byte(sw, d);
		changed = 0;
	}
	while (changed) {
		const unsigned i = lowest(changed);

		count_lines(sw, counts_of(sw, i), siblings(sw, i), d);
		changed &= ~siblings(sw, i);
	}
	if (d.by_destination)
		sw->dcam_in.unsettled |= dcam_in_unsettled(&sw->dcam_in, &sw->cam_in);
}

/* Something may be granted in the cycle after, as far as is known now. */
STAGE uint64_t may_grant(const struct sluice_switch *sw, struct dims d)
{
	uint64_t heads[1 + LINES];

	return able_for(sw, sw->ports, oport_open(&sw->oport), heads, d);
}

static uint64_t list_work(const struct sluice_switch *sw)
{
	return sw->dcam_in.unsettled | sw->clip.busy | sw->clop.busy | sw->clop.left | sw->dt.arriving;
}

STAGE uint64_t congestion_work(const struct sluice_switch *sw, struct dims d)
{
	return ppu_active(&sw->ppu, d.queues) | sw->ppu.judging | sw->cam_out.notify | sw->cam_out.xon | sw->cam_in.notified
	     | (!sw->cam_in.any_live ? 0 : rfcu_wants(&sw->shape, &sw->mu, &sw->cam_in, d.lines, !d.by_destination)) | sw->cdu.waiting
	     | (sw->ru.ready[0] ? congested(sw, sw->ru.ready[0], 0) : 0) | (d.by_destination ? list_work(sw) : 0);
}

/* The next cycle in which a header leaves that may match an output line. */
static uint64_t next_match(const struct sluice_switch *sw, uint64_t cycle)
{
	for (uint64_t age = SWITCH_DEPART - 1; age <= cycle && age < SWITCH_DEPART; age--)
		if (oport_granted(&sw->oport, cycle - age) & sw->cam_out.stopped)
			return cycle - age + SWITCH_DEPART;
	return UINT64_MAX;
}

STAGE uint64_t next_step(const struct sluice_switch *sw, uint64_t cycle, struct dims d)
{
	uint64_t next;

	if (sw->mu.popping | sw->mu.refilling || may_grant(sw, d))
		return cycle + 1;
	if (d.lines && congestion_work(sw, d))
		return cycle + 1;
	next = wheel_next(&sw->wheel, cycle);
	if (d.lines) {
		if (sw->cam_out.stopped) {
			const uint64_t match = next_match(sw, cycle);

			next = match < next ? match : next;
		}
	}
	return next;
}

STAGE void begin(struct sluice_switch *sw, struct wires *w, struct dims d)
{
	w->ready0 = sw->ru.ready[0];
	w->popping = sw->mu.popping;
	w->notified = sw->cam_in.notified;
	w->entering = d.by_destination ? sw->dt.arriving : w->in->head;
	w->detect = w->moving = w->granted = w->granted_inputs = 0;
	sw->mmu.used |= w->in->head;
	sw->mu.wrote = 0;
	w->out->message = 0;
	mmu_begin(&sw->mmu, w->cycle);
	end_reads(sw, w);
	w->told = 0;
	if (d.swept)
		route_cam_begin_lists(sw, w);
	else if (d.by_destination)
		settle_lists(sw);
}

/* No header comes, no head waits or is under way, and no line is in use: only packets being read, and credits, if there is anything. */
STAGE bool quiet(const struct sluice_switch *sw, const struct switch_in *in, struct dims d)
{
	uint64_t heads = in->head | in->message | sw->mu.popping | sw->mu.refilling;

	EACH_OF(q, d.queues)
		heads |= sw->ru.ready[q] | sw->ppu.und[q];
	return !(heads | sw->ppu.judging | sw->cdu.waiting | sw->cam_in.any_live | sw->cam_in.notified | sw->cam_out.stopped | sw->cam_out.notify |
		 sw->cam_out.xon) && !d.by_destination;
}

/* What of a cycle is left then. */
STAGE void step_quietly(struct sluice_switch *sw, struct wires *w, struct dims d)
{
	mmu_begin(&sw->mmu, w->cycle);
	end_reads(sw, w);
	release(sw, w, d);
	oport_credit(&sw->oport, w->in->credit);
	w->out->depart = w->out->message = 0;
	sw->now = w->cycle + 1;
	sw->due = wheel_next(&sw->wheel, w->cycle);
}

STAGE uint64_t step(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out, struct dims d)
{
	const bool congestion = d.lines > 0;
	struct wires w;

	w.cycle = cycle;
	w.in = in;
	w.out = out;
	assert(cycle >= sw->now && cycle <= sw->due);
	assert(!((in->head | in->credit | in->message) & ~sw->ports));
	assert(congestion || !in->message);
	if (quiet(sw, in, d)) {
		step_quietly(sw, &w, d);
		return sw->due;
	}
	begin(sw, &w, d);
	if (congestion)
		detect(sw, &w, d);
	arbitrate(sw, &w, d);
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
		route_cam_stamp(sw, &w);
	release(sw, &w, d);
	if (congestion && (in->message | w.notified | sw->cam_out.xon | sw->cam_out.notify | sw->cam_out.stopped | (d.swept ? sw->clop.left : 0)))
		route_cam_update(sw, &w);
	if (d.swept)
		route_cam_write_lists(sw, &w);
	grant_all(sw, &w, d);
	sw->ru.ready[0] |= w.cold_ready;
	oport_credit(&sw->oport, in->credit);
	set_heads(sw, &w);
	if (congestion)
		settle_lines(sw, &w, d);
	sw->did.cycle = cycle;
	sw->did.entering = w.entering;
	sw->did.detect = w.detect;
	sw->did.moving = w.moving;
	sw->did.notified = w.notified;
	sw->now = cycle + 1;
	sw->due = next_step(sw, cycle, d);
	return sw->due;
}

static struct dims dims_of(const struct sluice_switch *sw)
{
	const struct shape *s = &sw->shape;

	return (struct dims){ s->queues, s->saqs, s->radix, sw->mmu.words, by_destination(sw), swept(sw), !LANES_WIDE || s->arbiter != ARBITER_round_robin,
			      sw->stamp.used };
}

static bool same(struct dims a, struct dims b)
{
	return a.queues == b.queues && a.lines == b.lines && a.radix == b.radix && a.words == b.words && a.by_destination == b.by_destination &&
	       a.swept == b.swept && a.one_by_one == b.one_by_one && a.stamps == b.stamps;
}

/* Of the usual switch, of 8 ports and 4 set-aside queues with up to 64 slots; and of that with routing tables. */
static const struct dims usual = { .queues = 5, .lines = 4, .radix = 8, .words = 1, .one_by_one = !LANES_WIDE };
static const struct dims usual_by_destination = { .queues = 5, .lines = 4, .radix = 8, .words = 1, .one_by_one = !LANES_WIDE, .by_destination = true };

static uint64_t step_usual(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	return step(sw, cycle, in, out, usual);
}

static uint64_t step_usual_by_destination(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	return step(sw, cycle, in, out, usual_by_destination);
}

static uint64_t step_any(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	return step(sw, cycle, in, out, dims_of(sw));
}

static switch_step_function *step_for(const struct sluice_switch *sw)
{
	const struct dims d = dims_of(sw);

	return same(d, usual) ? step_usual : same(d, usual_by_destination) ? step_usual_by_destination : step_any;
}

#endif
