/* What an observer sees of a switch with static queues: registers, memories, whether it has drained. */

#include "static_switch.h"
#include "units/render.h"

static void mark(uint64_t *sets, unsigned port, unsigned q)
{
	sets[port * QMU_WORDS + q / 64] |= bit(q % 64);
}

/* A credit of a queue downstream comes or goes: with few left, entries that name the queue see it. */
static void mark_credit(struct static_switch *sw, unsigned o, unsigned q)
{
	mark(sw->credits, o, q);
	if (*qcu_used(&sw->qcu, o, q) + 2u >= sw->qcu.queue_slots)
		sw->marks.credit = sw->base.ports;
}

/* Ports whose registers change in this cycle: what is known before the step, and the rest after it. */
static void mark_before(struct static_switch *sw, const struct switch_in *in)
{
	struct marks *k = &sw->marks;
	unsigned i, o;

	EACH(i, sw->rt.entering)
		mark(sw->queues, i, sw->rt.enter[i].queue);
	EACH(i, sw->qmu.popping)
		mark(sw->queues, i, sw->qmu.pop_queue[i]);
	EACH(i, sw->qmu.refilling)
		mark(sw->queues, i, sw->qmu.refill_queue[i]);
	EACH(o, sw->qcu.taking)
		mark_credit(sw, o, sw->qcu.take_queue[o]);
	EACH(o, in->credit)
		mark_credit(sw, o, in->credit_queue[o]);
	k->entering |= sw->rt.entering;
	k->queues |= sw->rt.entering | sw->qmu.popping | sw->qmu.refilling;
	k->leaving |= sw->qmu.popping | sw->qmu.refilling;
	k->credits |= sw->qcu.taking | in->credit;
	k->taken |= sw->qcu.taking;
}

static void mark_after(struct static_switch *sw, const struct switch_in *in)
{
	const uint64_t granted_inputs = sw->qmu.popping, granted = sw->qcu.taking;
	struct marks *k = &sw->marks;
	unsigned i;

	EACH(i, in->head)
		mark(sw->queues, i, in->packet[i].queue);
	k->entering |= in->head;
	k->writing |= in->head;
	k->reading |= granted_inputs;
	k->queues |= in->head;
	k->leaving |= granted_inputs | sw->qmu.refilling;
	k->links |= sw->qmu.refilling;
	k->served |= granted_inputs;
	k->granted |= granted;
	k->taken |= granted;
}

/* Packets that were granted: registers follow them from now on. In memory each has the queue that it stood in, not the next. */
static void remember(struct static_switch *sw, uint64_t cycle, const struct switch_out *out)
{
	unsigned o;

	EACH(o, out->depart) {
		const unsigned i = out->from[o];
		struct packet kept = out->packet[o];

		kept.queue = out->queue[o];
		pmu_remember(&sw->pmu, i, cycle, sw->pmu.rd[i].passage.slot, &kept, out->packet[o].queue);
		oport_remember(&sw->oport, o, cycle, out->packet + o, i);
	}
}

/* The step, with an eye on what it does. */
uint64_t static_observed_step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct static_switch *sw = static_switch(at);

	mark_before(sw, in);

	const uint64_t due = at->unobserved(at, cycle, in, out);

	remember(sw, cycle, out);
	mark_after(sw, in);
	return due;
}

/* From now on grants are remembered; one before is not. */
void static_observe(struct sluice_switch *at)
{
	struct static_switch *sw = static_switch(at);
	const uint64_t all = ones(sw->base.shape.radix);

	for (unsigned i = 0; i < sw->base.shape.radix; i++) {
		assert(sw->pmu.rd[i].passage.flits == 0 && "the first image comes before the first grant");
		for (unsigned q = 0; q < sw->base.shape.queues; q++)
			sw->queues[i * QMU_WORDS + q / 64] |= bit(q % 64);
	}
	sw->marks = (struct marks){ all, all, all, all, all, all, all, all, all, all, all };
}

/* Of the first switch of a bank. */
static void mask_marks(struct marks *k, uint64_t ports)
{
	*k = (struct marks){
		.entering = k->entering & ports, .writing = k->writing & ports, .reading = k->reading & ports, .queues = k->queues & ports,
		.credit = k->credit & ports, .leaving = k->leaving & ports, .links = k->links & ports, .served = k->served & ports,
		.granted = k->granted & ports, .credits = k->credits & ports, .taken = k->taken & ports,
	};
}

/* Registers of queues that changed. */
static void image_queues(struct static_switch *sw, struct image *m)
{
	const size_t set = QMU_WORDS * sizeof *sw->queues;
	unsigned i, o;

	EACH(i, sw->marks.queues) {
		qmu_image(&sw->qmu, &sw->qcu, &sw->stamp, &sw->base.shape, i, sw->queues + i * QMU_WORDS, m);
		memset(sw->queues + i * QMU_WORDS, 0, set);
	}
	EACH(o, sw->marks.credits) {
		qcu_image(&sw->qcu, &sw->base.shape, o, sw->credits + o * QMU_WORDS, m);
		memset(sw->credits + o * QMU_WORDS, 0, set);
	}
	qmu_image_credits(&sw->qmu, &sw->qcu, sw->marks.credit, m);
}

void static_image(struct sluice_switch *at, uint64_t cycle, struct image *m)
{
	struct static_switch *sw = static_switch(at);
	const struct shape *s = &sw->base.shape;
	struct marks *k = &sw->marks;

	mask_marks(k, ones(s->radix));

	const uint64_t credit = cycle == sw->pmu.credit_cycle ? sw->pmu.credit & ones(s->radix) : 0;

	rt_image(&sw->rt, s, k->entering, m);
	k->writing = pmu_image_write(&sw->pmu, s, cycle, k->writing, m);
	k->reading = pmu_image_read(&sw->pmu, s, cycle, k->reading, m);
	pmu_image_credits(&sw->pmu, credit, credit ^ sw->shown_credit, m);
	image_queues(sw, m);
	qmu_image_leaving(&sw->qmu, k->leaving, m);
	qmu_image_read(&sw->qmu, &sw->stamp, s, k->links, m);
	arb_in_image(&sw->arb_in, k->served, m);
	arb_out_image(&sw->arb_out, k->granted, m);
	stamp_image(&sw->stamp, m);
	oport_image(&sw->oport, s, cycle, false, m);
	qcu_image_taken(&sw->qcu, k->taken, m);
	sw->shown_credit = credit;
	*k = (struct marks){ .writing = k->writing, .reading = k->reading };
}

bool static_memory(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct static_switch *sw = static_switch_seen(at);
	const struct shape *s = &sw->base.shape;
	const unsigned flits = site == SITE_pmu ? s->packet_flits : 1;

	(void)row;      /* one memory in each of these units */
	if (site == SITE_rt)
		return rt_memory(&sw->rt, s, address, words);
	const unsigned cell = qmu_at(&sw->qmu, &sw->pmu, port, address / flits);

	if (!cell)
		return false;
	return site == SITE_pmu ? pmu_memory(&sw->pmu, s, cycle, port, pmu_at(&sw->pmu, port, cell), address % flits, words)
				: qmu_memory(&sw->qmu, &sw->pmu, &sw->rt, &sw->stamp, s, port, cell, words);
}

uint64_t static_writes(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct static_switch *sw = static_switch_seen(at);
	const bool stepped = cycle + 1 == sw->base.now;

	(void)row;
	switch (site) {
	case SITE_rt:
		return stepped && sw->rt.wrote ? write_of_all(&sw->base.shape, sw->rt.wrote_at, address) : 0;
	case SITE_pmu:
		return pmu_written(&sw->pmu, &sw->base.shape, cycle, address);
	case SITE_qmu:
		return stepped ? writes_of(sw->qmu.wrote, sw->qmu.entered, address) : 0;
	default:
		return 0;
	}
}

void static_word(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const bool written = static_memory(at, cycle + 1, site, row, port, address, words);

	assert(written);
	(void)written;
}

bool static_drained(const struct sluice_switch *at)
{
	const struct static_switch *sw = static_switch_seen(at);
	const struct shape *s = &sw->base.shape;
	const unsigned ports = s->radix * sw->base.switches;

	if (sw->base.wheel.occupied | sw->rt.entering | sw->qmu.popping | sw->qcu.taking | sw->qmu.wanted)
		return false;
	for (unsigned q = 0; q < ports * s->queues; q++)
		if (sw->qmu.ring[q].count || sw->qcu.used[q])
			return false;
	return true;
}

bool static_waiting(const struct sluice_switch *at, unsigned input, struct switch_waiting *w)
{
	const struct static_switch *sw = static_switch_seen(at);
	bool any = false;

	for (unsigned q = 0; q < sw->base.shape.queues; q++) {
		const struct ring *ring = qmu_ring(&sw->qmu, input, q);

		if (!ring->count)
			continue;
		any = true;
		w->packet = pmu_at(&sw->pmu, input, ring->first)->packet;
		w->queue = q;
		w->output = ring->entry[0].out;
		w->why = qcu_avail(&sw->qcu, ring->entry[0].out, ring->entry[0].next_queue) ? WAITS_OTHERS : WAITS_CREDIT;
		if (w->why == WAITS_CREDIT)
			break;
	}
	return any;
}
