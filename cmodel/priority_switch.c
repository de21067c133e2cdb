/*
 * A switch with priorities: its wiring, one function per stage, and what an observer sees of it.
 *
 * As in static_switch.c, decisions are made from the registers as they are at the beginning of the cycle, so a stage that reads a register
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
#include "switch_model.h"

#include "links.h"
#include "units/arb_in.h"
#include "units/arb_out.h"
#include "units/dt.h"
#include "units/oport.h"
#include "units/pfcu.h"
#include "units/render.h"
#include "units/smu.h"
#include "units/stamp.h"
#include "units/stop_out.h"

_Static_assert((int)QUEUES_MOST_pfc <= 1 + (int)LINES, "there is room for every queue");

/* A bank of switches with priorities: every unit once, holding that unit of all ports of all switches. */
struct priority_switch {
	struct sluice_switch base;

	struct mmu mmu;
	struct smu smu;
	struct dt dt;
	struct pfcu pfcu;
	struct stamp stamp;
	struct arb_in arb_in;
	struct arb_out arb_out;
	struct oport oport;
	struct stop_out stop_out;
};

SWITCH_OF(priority_switch)

/* What goes between stages within a cycle. Masks of ports. */
struct wires {
	uint64_t cycle;
	const struct switch_in *in;
	struct switch_out *out;
	uint64_t ending;                        /* inputs: the last flit is read */
	uint64_t granted;                       /* outputs, to the input in: */
	uint8_t winner[SWITCH_PORTS];
	uint64_t pop[QUEUES_MOST_pfc];          /* by queue: inputs where its head is granted */
};

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	struct priority_switch *sw = priority_switch(at);

	mmu_place(&sw->mmu, all, a);
	smu_place(&sw->smu, all, a);
	dt_place(&sw->dt, all, at->switches, a);
	stamp_place(&sw->stamp, all, a);
	arb_in_place(&sw->arb_in, all, a);
	arb_out_place(&sw->arb_out, all, at->shape.radix, a);
	oport_place(&sw->oport, all, a);
}

/* What is not zero at reset. */
static void reset(struct sluice_switch *at, const struct shape *all)
{
	struct priority_switch *sw = priority_switch(at);

	mmu_reset(&sw->mmu, all);
	smu_reset(&sw->smu, all, at->shape.radix);
	oport_reset(&sw->oport, all);
	arbiter_reset(&sw->arb_in.arbiter);
	arbiter_reset(&sw->arb_out.arbiter);
}

static void configure(struct sluice_switch *at, unsigned number, uint32_t first, uint32_t n, const struct table_entry *entry)
{
	for (uint32_t d = 0; d < n; d++)
		dt_write(&priority_switch(at)->dt, number, first + d, entry[d].output);
}

static void end_reads(struct priority_switch *sw, struct wires *w)
{
	const struct ends e = wheel_take(&sw->base.wheel, w->cycle);

	mmu_finish(&sw->mmu, e.inputs);
	oport_release(&sw->oport, e.outputs);
	w->ending = e.inputs;
}

static void shift_stamps(struct priority_switch *sw)
{
	unsigned i;

	EACH(i, sw->stamp.used ? sw->smu.popping : 0)
		stamp_pop(&sw->stamp, i, sw->smu.pop_queue[i]);
}

/* By queue: inputs that can take a grant for its head, whose output is open and has not been told to stop the queue. Returns the inputs
 * that have one; if 0, that is all it says. */
static uint64_t candidates(const struct priority_switch *sw, uint64_t eligible[1 + LINES])
{
	const unsigned queues = sw->base.shape.queues;
	uint64_t any = smu_eligible(&sw->smu, queues, sw->mmu.idle, oport_open(&sw->oport), eligible);

	if (!any || !sw->stop_out.stopped)
		return any;
	any = 0;
	EACH_OF(q, queues) {
		eligible[q] = lanes_name(eligible[q], lanes_load(sw->smu.out[q]), ~sw->stop_out.stop[q]);
		any |= eligible[q];
	}
	return any;
}

/* Second phase for an output, of the inputs that request it. */
static unsigned serve(struct priority_switch *sw, unsigned o, uint64_t req)
{
	uint64_t least = UINT64_MAX;
	unsigned oldest = 0, i;

	if (!sw->stamp.used) {
		i = arb_out_serve(&sw->arb_out, o, req, sw->base.first[o]);
		arbiter_served(&sw->arb_in.arbiter, i, sw->arb_in.pick[i]);
		return i;
	}
	EACH(i, req) {
		const uint64_t rank = stamp_rank(&sw->stamp, sw->base.number[i], i, sw->arb_in.pick[i]);

		if (rank < least) {
			least = rank;
			oldest = i;
		}
	}
	return oldest;
}

static void arbitrate(struct priority_switch *sw, struct wires *w)
{
	uint64_t eligible[1 + LINES], req[SWITCH_PORTS];
	unsigned i, o;

	EACH(i, candidates(sw, eligible)) {
		const uint64_t of = rows_with(eligible, sw->base.shape.queues, i);
		const unsigned q = sw->stamp.used ? stamp_oldest(&sw->stamp, sw->base.number[i], i, &of, 1) : arbiter_pick(&sw->arb_in.arbiter, i, of);

		arb_in_pick(&sw->arb_in, i, q);
		o = sw->smu.out[q][i];
		req[o] = (w->granted >> o & 1 ? req[o] : 0) | bit(i);
		w->granted |= bit(o);
	}
	EACH(o, w->granted) {
		i = serve(sw, o, req[o]);
		w->winner[o] = (uint8_t)i;
		w->pop[sw->arb_in.pick[i]] |= bit(i);
	}
}

static void decide_stops(struct priority_switch *sw, struct wires *w)
{
	unsigned i;

	w->out->message = 0;
	EACH(i, sw->pfcu.changed) {
		struct switch_counts *counts = sw->base.counts + sw->base.number[i];

		if (!pfcu_decide(&sw->pfcu, &sw->smu, &sw->base.shape, i, w->out->msg + i))
			continue;
		w->out->message |= bit(i);
		counts->xoff_sent += w->out->msg[i].xoff;
		counts->xon_sent += !w->out->msg[i].xoff;
	}
	pfcu_send(&sw->pfcu, w->out->message, w->cycle);
}

static void refill(struct priority_switch *sw)
{
	unsigned i;

	EACH(i, sw->smu.refilling) {
		smu_refill(&sw->smu, i);
		if (sw->stamp.used)
			stamp_refill(&sw->stamp, i, sw->smu.refill_queue[i], smu_refilled_entry(&sw->smu, i));
	}
}

static void leave(struct priority_switch *sw)
{
	unsigned i;

	smu_leave(&sw->smu, sw->base.shape.queues, &sw->mmu);
	EACH(i, sw->stamp.used ? sw->smu.refilling : 0)
		stamp_read(&sw->stamp, i, link_slot(sw->smu.link[i]));
}

static void enter(struct priority_switch *sw)
{
	unsigned i;

	EACH(i, sw->dt.arriving) {
		const struct dt_entry *e = dt_enter(&sw->dt, i);
		const unsigned q = sw->pfcu.enter[i];
		const unsigned left = smu_enter(&sw->smu, &sw->mmu, i, q, e->slot, e->out, e->flits);

		if (sw->stamp.used) {
			const uint32_t now = sw->stamp.now[sw->base.number[i]];

			stamp_set_packet(&sw->stamp, i, e->slot, now);
			if (left < HEADS)
				stamp_head(&sw->stamp, i, q)[left] = now;
		}
	}
}

static void take_links(struct priority_switch *sw, const struct wires *w)
{
	unsigned o;

	oport_credit(&sw->oport, w->in->credit);
	EACH(o, w->in->message) {
		stop_out_message(&sw->stop_out, o, w->in->msg + o);
		sw->base.counts[sw->base.number[o]].xoff_received += w->in->msg[o].xoff;
	}
}

static void arrive(struct priority_switch *sw, const struct wires *w)
{
	const uint64_t entered = sw->dt.arriving, back = mmu_arrivals(&sw->mmu, w->in->head);
	unsigned i;

	EACH(i, w->in->head) {
		const struct packet *p = w->in->packet + i;

		assert(p->flits - 1u < sw->base.shape.packet_flits && p->queue < sw->base.shape.queues);
		dt_arrive(&sw->dt, i, sw->base.number[i], sw->base.first[i], mmu_arrive(&sw->mmu, sw->mmu.words, i, back, w->cycle, p), p);
		pfcu_arrive(&sw->pfcu, i, p);
	}
	dt_end(&sw->dt, entered, w->in->head);
	if (sw->stamp.used)
		stamp_count(&sw->stamp, w->in->head, sw->base.shape.radix);
}

/* Output o takes the head that input i put up. */
static void grant(struct priority_switch *sw, const struct wires *w, unsigned o, unsigned i)
{
	const unsigned q = sw->arb_in.pick[i], slot = smu_grant(&sw->smu, i, q);
	struct packet *p = w->out->packet + o;

	*p = mmu_at(&sw->mmu, i, slot)->packet;
	w->out->from[o] = (uint8_t)i;
	w->out->queue[o] = (uint16_t)q;
	mmu_read(&sw->mmu, i, slot);
	mmu_occupy(&sw->mmu, (uint64_t)(p->flits > 1) << i);
	oport_occupy(&sw->oport, (uint64_t)(p->flits > 1) << o);
	wheel_file(&sw->base.wheel, w->cycle + p->flits, bit(i), bit(o));
	if (sw->base.links)
		links_send(sw->base.links, o, i, NULL, p);
}

static void grant_all(struct priority_switch *sw, const struct wires *w)
{
	uint64_t inputs = 0;
	unsigned o;

	w->out->depart = w->granted;
	oport_grant(&sw->oport, w->cycle, w->granted);
	EACH(o, w->granted) {
		grant(sw, w, o, w->winner[o]);
		inputs |= bit(w->winner[o]);
	}
	oport_spend(&sw->oport, w->granted);
	smu_grant_all(&sw->smu, sw->base.shape.queues, inputs, w->pop);
}

static uint64_t next_step(const struct priority_switch *sw, uint64_t cycle)
{
	uint64_t eligible[1 + LINES];

	if (sw->dt.arriving | sw->smu.popping | sw->smu.refilling | sw->pfcu.changed || candidates(sw, eligible))
		return cycle + 1;
	return wheel_next(&sw->base.wheel, cycle);
}

static uint64_t priority_step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct priority_switch *sw = priority_switch(at);
	struct wires w = { .cycle = cycle, .in = in, .out = out };

	assert(cycle >= at->now && cycle <= at->due);
	mmu_begin(&sw->mmu, cycle, in->head);
	smu_begin(&sw->smu);
	end_reads(sw, &w);
	shift_stamps(sw);
	arbitrate(sw, &w);
	decide_stops(sw, &w);
	pfcu_count(&sw->pfcu, sw->smu.popping | sw->dt.arriving);
	refill(sw);
	leave(sw);
	enter(sw);
	take_links(sw, &w);
	arrive(sw, &w);
	mmu_end(&sw->mmu, sw->mmu.words, w.ending, cycle);
	out->credit = w.ending;
	dt_configure(&sw->dt, in->configure, in->destination, in->entry.output);
	grant_all(sw, &w);
	at->now = cycle + 1;
	at->due = next_step(sw, cycle);
	return at->due;
}

static switch_step_function *step(const struct sluice_switch *sw)
{
	(void)sw;
	return priority_step;
}

static void observe(struct sluice_switch *at)
{
	assert(!priority_switch(at)->mmu.used && "the first image comes before the first packet");
	(void)at;
}

/* The step; packets that came and left in it are remembered, since registers follow them from now on. */
static uint64_t observed_step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct priority_switch *sw = priority_switch(at);
	const uint64_t due = at->unobserved(at, cycle, in, out);
	unsigned i, o;

	EACH(i, in->head)
		mmu_remember_arrival(&sw->mmu, i, cycle, sw->dt.enter[i].slot, in->packet[i].flits);
	EACH(o, out->depart) {
		mmu_remember(&sw->mmu, out->from[o], cycle, sw->mmu.reading[out->from[o]], out->packet + o);
		oport_remember(&sw->oport, o, cycle, out->packet + o, out->from[o]);
	}
	return due;
}

/* All registers, whether they changed or not: the switch is small. */
static void image(struct sluice_switch *at, uint64_t cycle, struct image *m)
{
	struct priority_switch *sw = priority_switch(at);
	const struct shape *s = &at->shape;
	const uint64_t all = ones(s->radix);
	const uint64_t open = oport_image(&sw->oport, s, cycle, false, m);

	mmu_image_slots(&sw->mmu, s, cycle, all, m);
	mmu_image_write(&sw->mmu, s, cycle, all & sw->mmu.used, m);
	mmu_image_read(&sw->mmu, s, cycle, all, m);
	mmu_image_credits(cycle == sw->mmu.credit_cycle ? sw->mmu.credit : 0, all, m);
	smu_image(&sw->smu, &sw->stamp, s, open, mmu_idle_before(&sw->mmu, s, cycle), all, NULL, m);
	arb_in_image(&sw->arb_in.arbiter, all, m);
	arb_out_image(&sw->arb_out, all, m);
	stamp_image(&sw->stamp, m);
	dt_image(&sw->dt, all, m);
	pfcu_image(&sw->pfcu, &sw->smu, s, cycle, sw->dt.arriving, m);
	stop_out_image(&sw->stop_out, s, m);
}

static bool memory(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct priority_switch *sw = priority_switch_seen(at);

	(void)row;      /* one memory in each of these units */
	switch (site) {
	case SITE_mmu: return mmu_memory(&sw->mmu, &at->shape, cycle, port, address, words);
	case SITE_smu: return mu_memory(&sw->mmu, &sw->stamp, &at->shape, port, address, words);
	case SITE_dt:  return dt_memory(&sw->dt, &at->shape, address, words);
	default:       return false;
	}
}

static uint64_t writes(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct priority_switch *sw = priority_switch_seen(at);
	const bool stepped = cycle + 1 == at->now;

	(void)row;
	switch (site) {
	case SITE_mmu:
		return mmu_written(&sw->mmu, &at->shape, cycle, address);
	case SITE_smu:
		return stepped ? writes_of(sw->smu.wrote, sw->smu.wrote_at, address) : 0;
	case SITE_dt:
		return stepped && sw->dt.wrote ? write_of_all(&at->shape, sw->dt.wrote_at, address) : 0;
	default:
		return 0;
	}
}

static void word(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	if (site == SITE_mmu) {
		mmu_word(&priority_switch_seen(at)->mmu, &at->shape, cycle, port, words);
	} else {
		const bool known = memory(at, cycle + 1, site, row, port, address, words);

		assert(known);
		(void)known;
	}
}

static bool drained(const struct sluice_switch *at)
{
	const struct priority_switch *sw = priority_switch_seen(at);
	const struct shape *s = &at->shape;

	if (at->wheel.occupied | sw->smu.popping | sw->dt.arriving | sw->pfcu.stopping | sw->pfcu.changed | sw->stop_out.stopped)
		return false;
	for (unsigned q = 0; q < s->queues; q++)
		if (sw->smu.present[q])
			return false;
	for (unsigned o = 0; o < at->switches * s->radix; o++)
		if (sw->oport.credits[o] != s->slots)
			return false;
	return true;
}

static bool waiting(const struct sluice_switch *at, unsigned input, struct switch_waiting *w)
{
	const struct priority_switch *sw = priority_switch_seen(at);
	bool any = false;

	for (unsigned q = 0; q < at->shape.queues; q++) {
		const struct link head = smu_queue(&sw->smu, input, q)->head[0];

		if (!(sw->smu.present[q] >> input & 1))
			continue;
		any = true;
		w->packet = mmu_at(&sw->mmu, input, link_slot(head))->packet;
		w->queue = q;
		w->output = link_out(head);
		w->why = stop_out_holds(&sw->stop_out, w->output, q) ? WAITS_XON : sw->oport.credited >> w->output & 1 ? WAITS_OTHERS : WAITS_CREDIT;
		if (w->why != WAITS_OTHERS)
			break;
	}
	return any;
}

const struct switch_model switch_PRIORITY = {
	.bytes = sizeof(struct priority_switch), .ports = SWITCH_PORTS, .depart = OPORT_DEPART, .reports_grants = true, .place = place, .reset = reset, .step = step,
	.configure = configure, .observe = observe, .observed = observed_step, .image = image, .memory = memory, .word = word, .writes = writes,
	.drained = drained, .waiting = waiting,
};
