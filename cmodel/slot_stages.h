#pragma once

/* Stages of a cycle that all switches with slots have, those that name SMU where it has the queues; the order is that of each switch's step(). */
#include "slot_switch.h"

#include "links.h"

static struct dims dims_of(const struct sluice_switch *at)
{
	const struct shape *s = &at->shape;
	const struct slot_switch *sw = slot_switch_seen(at);

	return (struct dims){ s->queues, s->saqs, s->radix, sw->mmu.words, s->by_list, s->lists_in_memory, !LANES_WIDE || sw->stamp.used,
			      sw->stamp.used, sw->mmu.slots.row_shift };
}

STAGE void end_reads(struct slot_switch *sw, struct slot_wires *w)
{
	const struct ends e = wheel_take(&sw->base.wheel, w->cycle);

	mmu_finish(&sw->mmu, e.inputs);
	oport_release(&sw->oport, e.outputs);
	w->ending = e.inputs;
	w->credit = wheel_credits(e).inputs;
}

/* Stamps of heads that were granted leave the request registers. */
STAGE void shift_stamps(struct slot_switch *sw, const struct smu *smu)
{
	EACH_IN(i, smu->popping)
		stamp_pop(&sw->stamp, i, smu->pop_queue[i]);
}

/* Requests read in the cycle before come into registers. */
STAGE void refill_requests(struct slot_switch *sw, struct smu *smu, struct dims d)
{
	EACH_IN(i, smu->refilling) {
		smu_refill(smu, i);
		if (d.stamps)
			stamp_refill(&sw->stamp, i, smu->refill_queue[i], smu_refilled_entry(smu, i));
	}
}

/* Heads that were granted leave their queues; what becomes third is read. */
STAGE void leave_queues(struct slot_switch *sw, struct smu *smu, struct dims d)
{
	smu_leave(smu, d.queues, slots_of(&sw->mmu, d));
	EACH_IN(i, d.stamps ? smu->refilling : 0)
		stamp_read(&sw->stamp, i, link_slot(smu->link[i]));
}

/* A packet enters a queue. Returns the packets that were there. */
STAGE unsigned enter_queue(struct slot_switch *sw, struct smu *smu, unsigned i, unsigned q, unsigned slot, unsigned out, unsigned flits, struct dims d)
{
	const unsigned left = smu_enter(smu, slots_of(&sw->mmu, d), i, q, slot, out, flits);

	if (d.stamps) {
		const uint32_t now = sw->stamp.now[sw->base.number[i]];

		stamp_set_packet(&sw->stamp, i, slot, now);
		if (left < HEADS)
			stamp_set_head(&sw->stamp, i, q, left, now);
	}
	return left;
}

/* A header takes a slot. back: the result of mmu_arrivals(). Returns the slot. */
STAGE unsigned take_slot(struct slot_switch *sw, const struct slot_wires *w, unsigned i, uint64_t back, struct dims d)
{
	const struct packet *const p = w->in->packet + i;

	assert(p->flits - 1u < sw->base.shape.packet_flits);
	return mmu_arrive(&sw->mmu, slots_of(&sw->mmu, d), d.words, i, back, w->cycle, p);
}

/* The same, and its way is looked up: it enters a queue in the next cycle. */
STAGE void look_up(struct slot_switch *sw, const struct slot_wires *w, unsigned i, uint64_t back, struct dims d)
{
	dt_arrive(&sw->dt, i, sw->base.number[i], sw->base.first[i], take_slot(sw, w, i, back, d), w->in->packet + i);
}

STAGE void release(struct slot_switch *sw, const struct slot_wires *w, struct dims d)
{
	mmu_end(&sw->mmu, d.words, w->ending, w->credit, w->cycle);
	w->out->credit = w->credit;
}

/* Prefetch what the grants need. */
STAGE void fetch_requested(const struct slot_switch *sw, const struct smu *smu, const struct slot_wires *w, struct dims d)
{
	EACH_IN(o, w->granted.outputs) {
		const unsigned i = w->granted.winner[o];
		const struct link head = smu_queue(smu, i, w->queue[i])->head[0];

		prefetch(slot_at(slots_of(&sw->mmu, d), i, link_slot(head)));
	}
}

/* What grants of a cycle have in common: ports that read on; lengths. */
struct slot_grants {
	uint64_t busy, reading;
	unsigned flits, differ;
};

/* Before the first grant() or grant_slot(); false: there is none. */
STAGE bool grant_begin(struct slot_switch *sw, const struct slot_wires *w)
{
	oport_grant(&sw->oport, w->cycle, w->granted.outputs);
	w->out->depart = w->granted.outputs;
	return w->granted.outputs;
}

/* Output o takes the packet in a slot of input i. Returns the packet, which leaves as it is then. */
STAGE struct packet *grant_slot(struct slot_switch *sw, const struct slot_wires *w, unsigned o, unsigned i, unsigned slot, struct slot_grants *g, struct dims d)
{
	struct packet *const p = w->out->packet + o;
	const unsigned before = g->flits;

	*p = slot_at(slots_of(&sw->mmu, d), i, slot)->packet;
	w->out->from[o] = (uint8_t)i;
	mmu_read(&sw->mmu, i, slot);
	g->flits = p->flits;
	g->differ |= before ? before ^ g->flits : 0;
	g->reading |= (uint64_t)(g->flits > 1) << i;
	g->busy |= (uint64_t)(g->flits > 1) << o;
	return p;
}

/* The same of the head that input i put up. */
STAGE struct packet *grant(struct slot_switch *sw, struct smu *smu, const struct slot_wires *w, unsigned o, unsigned i, struct slot_grants *g, struct dims d)
{
	const unsigned q = w->queue[i];

	w->out->queue[o] = (uint16_t)q;
	return grant_slot(sw, w, o, i, smu_grant(smu, i, q), g, d);
}

/* After the last one. */
STAGE void grant_end(struct slot_switch *sw, const struct slot_wires *w, const struct slot_grants *g)
{
	mmu_occupy(&sw->mmu, g->reading);
	oport_occupy(&sw->oport, g->busy);
	file_ends(&sw->base, w->cycle, &w->granted, w->out->packet, g->flits, !g->differ);
	oport_spend(&sw->oport, w->granted.outputs);
}
