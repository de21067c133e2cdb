#pragma once

/*
 * A switch with static queues: its wiring, one function per stage, and step() that runs them.
 *
 * Decisions are made from the registers as they are at the beginning of the cycle, so a stage that reads a register stands before the one that
 * changes it. What RTL does with a packet in the cycle after its header or its grant, before anything reads it, is done here with the header or the grant:
 *
 *   ends            time alone makes an input idle and an output open again: registers of this very cycle
 *   arbitration     reads heads, credits downstream, idle, open; its grants take effect last
 *   credits         given back by downstream                              (after: arbitration)
 *   release         a slot read to its end is free
 *   arrival         a cell, the way; it enters its queue                  (after: credits)
 *   tables          by the configuration port                             (after: arrival)
 *   grants          read side, output port; the head leaves its queue, its credit is taken         (after: arrival)
 */
#include "static_switch_arbitrate.h"

#include "links.h"

STAGE void end_reads(struct static_switch *sw, struct static_wires *w)
{
	const struct ends e = wheel_take(&sw->base.wheel, w->cycle);

	pmu_finish(&sw->pmu, e.inputs);
	oport_release(&sw->oport, e.outputs);
	w->credit = wheel_credits(e).inputs;
}

/* The state of many queues does not stay in the first caches, so what stages will touch is fetched ahead: of queues that headers and credits name; then, what
 * the words of the table name; and the heads that are granted. */
STAGE void fetch_queues(const struct static_switch *sw, const struct static_wires *w)
{
	EACH_IN(i, w->in->head) {
		const struct packet *const p = w->in->packet + i;

		qmu_fetch(&sw->qmu, i, p->queue);
		prefetch(route_table_word(&sw->rt.table, sw->base.number[i], p->destination));
		pmu_fetch(&sw->pmu, i, sw->pmu.free[i]);
	}
	EACH_IN(o, w->in->credit)
		qcu_fetch(&sw->qcu, o, w->in->credit_queue[o]);
}

STAGE void fetch_ways(const struct static_switch *sw, const struct static_wires *w, struct dims d)
{
	EACH_IN(i, w->in->head) {
		const struct route way = route_table_look(&sw->rt.table, sw->base.number[i], sw->base.first[i], w->in->packet + i);

		prefetch(sw->qmu.able + qmu_pair(d.radix, d.words, i, way.out));
		qcu_fetch(&sw->qcu, way.out, way.queue);
	}
}

STAGE void fetch_heads(const struct static_switch *sw, const struct static_wires *w)
{
	EACH_IN(o, w->granted.outputs) {
		const unsigned i = w->granted.winner[o];

		pmu_fetch(&sw->pmu, i, qmu_queue(&sw->qmu, i, w->pick[i])->first);
	}
}

STAGE void give_credits(struct static_switch *sw, const struct static_wires *w, struct dims d)
{
	const struct switch_in *const in = w->in;
	uint64_t refunded = 0;

	EACH_IN(o, in->credit)
		refunded |= (uint64_t)qcu_give(&sw->qcu, o, in->credit_queue[o]) << o;
	EACH_IN(o, refunded)
		qmu_refund(&sw->qmu, &sw->pmu, !d.one_by_one, d.queues, sw->base.first[o], o, in->credit_queue[o]);
	oport_credit(&sw->oport, in->credit);
}

STAGE void release(struct static_switch *sw, const struct static_wires *w)
{
	pmu_credit(&sw->pmu, w->credit, w->cycle);
	w->out->credit = w->credit;
	words_copy(w->credit, w->out->credit_queue, sw->pmu.credit_queue);
}

STAGE void arrive(struct static_switch *sw, const struct static_wires *w, struct dims d)
{
	EACH_IN(i, w->in->head) {
		const struct packet *const p = w->in->packet + i;
		const struct route way = route_table_look(&sw->rt.table, sw->base.number[i], sw->base.first[i], p);
		const unsigned cell = pmu_arrive(&sw->pmu, i, w->cycle, p, way.out, way.queue);

		assert(p->flits - 1u < sw->base.shape.packet_flits);
		if (d.stamps)
			stamp_set_packet(&sw->stamp, i, cell, sw->stamp.now[sw->base.number[i]]);
		qmu_enter(&sw->qmu, &sw->qcu, &sw->pmu, !d.one_by_one, d.radix, d.words, i, p->queue, cell, way.out, way.queue);
	}
}

/* Output o takes the head that input i put up. Returns its flits; *dry: the last credit of its queue downstream is taken. */
STAGE unsigned grant(struct static_switch *sw, const struct static_wires *w, unsigned o, unsigned i, bool *dry, struct dims d)
{
	const unsigned q = w->pick[i], cell = qmu_queue(&sw->qmu, i, q)->first;
	const struct cell *const at = pmu_at(&sw->pmu, i, cell);
	const unsigned behind = at->behind, next = at->packet.queue, flits = at->packet.flits;

	w->out->packet[o] = at->packet;
	w->out->from[o] = (uint8_t)i;
	w->out->queue[o] = (uint16_t)q;
	if (sw->base.links)
		links_send(sw->base.links, o, i, w->out->queue + o, &at->packet);
	*dry = qcu_take(&sw->qcu, o, next);
	qmu_leave(&sw->qmu, &sw->qcu, &sw->pmu, !d.one_by_one, d.radix, d.words, i, q, behind, o, next);
	pmu_grant(&sw->pmu, i, cell, q);
	return flits;
}

STAGE void grant_all(struct static_switch *sw, const struct static_wires *w, struct dims d)
{
	const uint64_t outputs = w->granted.outputs;
	uint64_t busy = 0, reading = 0, exhausted = 0;
	unsigned flits = 0, differ = 0;

	qcu_grant_all(&sw->qcu, outputs);
	oport_grant(&sw->oport, w->cycle, outputs);
	w->out->depart = outputs;
	if (!outputs)
		return;
	EACH_IN(o, outputs) {
		const unsigned i = w->granted.winner[o], before = flits;
		bool dry;

		flits = grant(sw, w, o, i, &dry, d);
		differ |= before ? before ^ flits : 0;
		reading |= (uint64_t)(flits > 1) << i;
		busy |= (uint64_t)(flits > 1) << o;
		exhausted |= (uint64_t)dry << o;
	}
	EACH_IN(o, exhausted)
		qmu_exhausted(&sw->qmu, &sw->pmu, !d.one_by_one, d.queues, sw->base.first[o], o, sw->qcu.take_queue[o]);
	pmu_occupy(&sw->pmu, reading);
	oport_occupy(&sw->oport, busy);
	file_ends(&sw->base, w->cycle, &w->granted, w->out->packet, flits, !differ);
	oport_spend(&sw->oport, outputs);
}

/* The next cycle in which something can change, unless a header or a credit comes before. */
STAGE uint64_t next_step(const struct static_switch *sw, uint64_t cycle, struct dims d)
{
	uint64_t eligible[QMU_FEW];

	if (sw->qcu.taking)
		return cycle + 1;
	if (!d.one_by_one ? qmu_eligible(&sw->qmu, d.queues, sw->pmu.idle, oport_open(&sw->oport), eligible) : sw->qmu.wanted & oport_open(&sw->oport))
		return cycle + 1;
	return wheel_next(&sw->base.wheel, cycle);
}

STAGE uint64_t step(struct static_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out, struct dims d)
{
	struct static_wires w;

	w.cycle = cycle;
	w.in = in;
	w.out = out;
	assert(!in->message);
	out->message = 0;
	end_reads(sw, &w);
	if (d.words > 1)
		fetch_queues(sw, &w);
	arbitrate(sw, &w, d);
	if (d.words > 1)
		fetch_ways(sw, &w, d);
	if (d.stamps)
		stamp_count(&sw->stamp, in->head, d.radix);
	give_credits(sw, &w, d);
	release(sw, &w);
	if (d.words > 1 || sw->base.far)
		fetch_heads(sw, &w);
	arrive(sw, &w, d);
	route_table_configure(&sw->rt.table, in->configure, in->destination, in->entry);
	grant_all(sw, &w, d);
	return next_step(sw, cycle, d);
}

/* Of an input, `queues` if they are few, otherwise 0: then arbiters decide port by port. `words`: of a set of queues. */
static struct dims dims_of(const struct static_switch *sw)
{
	const bool few = LANES_WIDE && sw->qmu.few;

	assert(few == sw->qmu.few);
	return (struct dims){
		.queues = few ? sw->qmu.queues : 0, .radix = sw->base.shape.radix, .words = sw->qmu.words, .one_by_one = !few, .stamps = sw->stamp.used,
	};
}

/* Of switches of 8 ports with four queues, and with one for each port; with up to 64 queues, and with more than 192. */
static const struct dims four = { .queues = 4, .radix = 8, .words = 1 };
static const struct dims eight = { .queues = 8, .radix = 8, .words = 1 };
static const struct dims word = { .radix = 8, .words = 1, .one_by_one = true };
static const struct dims words = { .radix = 8, .words = QMU_WORDS, .one_by_one = true };

STEP_FOR(step_four, static_switch, four)
STEP_FOR(step_eight, static_switch, eight)
STEP_FOR(step_word, static_switch, word)
STEP_FOR(step_words, static_switch, words)
STEP_FOR(step_any, static_switch, dims_of(static_switch(sw)))

static switch_step_function *step_for(const struct sluice_switch *sw)
{
	const struct step_for steps[] = { { four, step_four }, { eight, step_eight }, { word, step_word }, { words, step_words } };

	return step_among(steps, sizeof steps / sizeof *steps, dims_of(static_switch_seen(sw)), step_any);
}
