/* What an observer sees of a switch with static queues: registers, memories, whether it has drained. */

#include "inspect_parts.h"
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
	if (qcu_used(&sw->qcu, o, q) + 2 >= sw->qcu.queue_slots)
		sw->marks.credit = sw->base.ports;
}

/* Ports whose registers change in this cycle: what is known before the step, and the rest after it. */
static void mark_before(struct static_switch *sw, const struct switch_in *in)
{
	const struct qmu_shown *shown = &sw->qmu_shown;
	struct marks *k = &sw->marks;
	unsigned i, o;

	EACH(i, sw->rt.entering)
		mark(sw->queues, i, sw->rt.enter[i].queue);
	EACH(i, shown->popping)
		mark(sw->queues, i, shown->pop_queue[i]);
	EACH(i, shown->refilling)
		mark(sw->queues, i, shown->refill_queue[i]);
	EACH(o, sw->qcu.taking)
		mark_credit(sw, o, sw->qcu.take_queue[o]);
	EACH(o, in->credit)
		mark_credit(sw, o, in->credit_queue[o]);
	k->entering |= sw->rt.entering;
	k->queues |= sw->rt.entering | shown->popping | shown->refilling;
	k->leaving |= shown->popping | shown->refilling;
	k->credits |= sw->qcu.taking | in->credit;
	k->taken |= sw->qcu.taking;
}

static void mark_after(struct static_switch *sw, const struct switch_in *in)
{
	const uint64_t granted_inputs = sw->qmu_shown.popping, granted = sw->qcu.taking;
	struct marks *k = &sw->marks;
	unsigned i;

	EACH(i, in->head)
		mark(sw->queues, i, in->packet[i].queue);
	k->entering |= in->head;
	k->writing |= in->head;
	k->reading |= granted_inputs;
	k->queues |= in->head;
	k->leaving |= granted_inputs | sw->qmu_shown.refilling;
	k->links |= sw->qmu_shown.refilling;
	k->served |= granted_inputs;
	k->granted |= granted;
	k->taken |= granted;
}

/* Stamps of the entries that change in this cycle. */
static void show_stamps(struct static_switch *sw)
{
	const struct qmu_shown *shown = &sw->qmu_shown;
	struct stamp *u = &sw->stamp;
	unsigned i;

	EACH(i, shown->popping)
		stamp_pop(u, i, shown->pop_queue[i]);
	EACH(i, shown->refilling)
		stamp_refill(u, i, shown->refill_queue[i], qmu_shown_refilled_entry(shown, i));
	EACH(i, sw->rt.entering) {
		const unsigned q = sw->rt.enter[i].queue, left = qmu_shown_left(shown, i, q);

		if (left < HEADS)
			stamp_head(u, i, q)[left] = u->now[sw->base.number[i]];
	}
}

/* What registers of queues show of the cycle before. */
static void show_queues(struct static_switch *sw)
{
	struct qmu_shown *shown = &sw->qmu_shown;
	unsigned i;

	if (sw->stamp.used)
		show_stamps(sw);
	qmu_shown_step(shown, &sw->qmu, &sw->pmu, &sw->rt);
	EACH(i, sw->stamp.used ? shown->refilling : 0)
		stamp_read(&sw->stamp, i, qmu_nth(&sw->qmu, &sw->pmu, i, shown->refill_queue[i], HEADS - 1));
}

/* Headers that arrive, before the step, which may write their words of the table. */
static void remember_arrivals(struct static_switch *sw, uint64_t cycle, const struct switch_in *in)
{
	unsigned i;

	EACH(i, in->head) {
		const struct packet *p = in->packet + i;

		rt_remember(&sw->rt, i, sw->base.number[i], sw->base.first[i], p);
		pmu_remember_arrival(&sw->pmu, i, cycle, qmu_shown_arrive(&sw->qmu_shown, i, p->queue), p->flits);
	}
	rt_remember_all(&sw->rt, in->head);
}

/* Packets that were granted: registers follow them from now on. In memory each has the queue that it stood in, not the next. */
static void remember_grants(struct static_switch *sw, uint64_t cycle, const struct switch_out *out)
{
	uint64_t inputs = 0;
	unsigned o;

	EACH(o, out->depart) {
		const unsigned i = out->from[o];
		const struct packet *p = out->packet + o;
		struct kept k = { .packet = *p, .next_queue = (uint16_t)p->queue, .out = (uint8_t)o };

		k.packet.queue = out->queue[o];
		k.stamp = sw->stamp.used ? *stamp_head(&sw->stamp, i, out->queue[o]) & sw->stamp.range : 0;
		k.slot = (uint16_t)qmu_shown_grant(&sw->qmu_shown, i, out->queue[o], (struct request){ k.next_queue, k.out, (uint8_t)p->flits });
		pmu_remember(&sw->pmu, i, cycle, &k);
		oport_remember(&sw->oport, o, cycle, p, i);
		qcu_remember(&sw->qcu, o, i - sw->base.first[i]);
		inputs |= bit(i);
	}
	qmu_shown_grant_all(&sw->qmu_shown, inputs);
}

/* The step, with an eye on what it does: registers change in the cycle after, even if nothing else happens in it. */
uint64_t static_observed_step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct static_switch *sw = static_switch(at);

	mark_before(sw, in);
	show_queues(sw);
	remember_arrivals(sw, cycle, in);

	const uint64_t due = at->unobserved(at, cycle, in, out);

	remember_grants(sw, cycle, out);
	mark_after(sw, in);
	at->due = sw->rt.entering | sw->qmu_shown.popping | sw->qmu_shown.refilling ? cycle + 1 : due;
	return at->due;
}

/* From now on packets are remembered; one before is not. */
void static_observe(struct sluice_switch *at)
{
	struct static_switch *sw = static_switch(at);
	const uint64_t all = ones(sw->base.shape.radix);

	for (unsigned i = 0; i < sw->base.shape.radix; i++) {
		assert(!sw->pmu.fresh[i] && "the first image comes before the first packet");
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
		qmu_shown_image(&sw->qmu_shown, &sw->qcu, &sw->stamp, &sw->base.shape, i, sw->queues + i * QMU_WORDS, m);
		memset(sw->queues + i * QMU_WORDS, 0, set);
	}
	EACH(o, sw->marks.credits) {
		qcu_image(&sw->qcu, &sw->base.shape, o, sw->credits + o * QMU_WORDS, m);
		memset(sw->credits + o * QMU_WORDS, 0, set);
	}
	qmu_shown_image_credits(&sw->qmu_shown, &sw->qcu, sw->marks.credit, m);
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
	qmu_shown_image_leaving(&sw->qmu_shown, k->leaving, m);
	qmu_shown_image_read(&sw->qmu_shown, &sw->stamp, s, k->links, m);
	arb_in_image(&sw->arb_in, k->served, m);
	arb_out_image(&sw->arb_out, k->granted, m);
	stamp_image(&sw->stamp, m);
	oport_image(&sw->oport, s, cycle, false, m);
	qcu_image_taken(&sw->qcu, k->taken, m);
	sw->shown_credit = credit;
	*k = (struct marks){ .writing = k->writing, .reading = k->reading };
}

/* The packet in a slot at the beginning of `cycle`: one that is being read, or waits. False: there is none. */
static bool kept_in(const struct static_switch *sw, uint64_t cycle, unsigned port, unsigned slot, struct kept *k)
{
	const struct departed *d = pmu_departed(&sw->pmu, port);

	if (!d->kept.packet.flits || d->kept.slot != slot || cycle > d->cycle + d->kept.packet.flits)
		return qmu_shown_kept(&sw->qmu_shown, &sw->qmu, &sw->pmu, &sw->stamp, port, slot, k);
	*k = d->kept;
	return true;
}

bool static_memory(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct static_switch *sw = static_switch_seen(at);
	const struct shape *s = &sw->base.shape;
	const unsigned flits = site == SITE_pmu ? s->packet_flits : 1;

	(void)row;      /* one memory in each of these units */
	if (site == SITE_rt)
		return rt_memory(&sw->rt, s, address, words);
	struct kept k;

	if (!kept_in(sw, cycle, port, address / flits, &k))
		return false;
	return site == SITE_pmu ? pmu_memory(&sw->pmu, s, cycle, port, &k, address % flits, words)
				: qmu_shown_memory(&sw->qmu_shown, &sw->rt, s, port, &k, words);
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
		return stepped ? writes_of(sw->qmu_shown.wrote, sw->qmu_shown.entered, address) : 0;
	default:
		return 0;
	}
}

bool static_drained(const struct sluice_switch *at)
{
	const struct static_switch *sw = static_switch_seen(at);
	const struct shape *s = &at->shape;

	if (at->wheel.occupied | sw->rt.entering | sw->qcu.taking)
		return false;
	for (unsigned i = 0; i < s->radix * at->switches; i++)
		for (unsigned q = 0; q < s->queues; q++)
			if (qmu_queue(&sw->qmu, i, q)->first || qcu_used(&sw->qcu, i, q))
				return false;
	return true;
}

bool static_waiting(const struct sluice_switch *at, unsigned input, struct switch_waiting *w)
{
	const struct static_switch *sw = static_switch_seen(at);
	bool any = false;

	for (unsigned q = 0; q < sw->base.shape.queues; q++) {
		const unsigned first = qmu_queue(&sw->qmu, input, q)->first;
		const struct cell *head = pmu_at(&sw->pmu, input, first);

		if (!first)
			continue;
		any = true;
		w->packet = head->packet;
		w->packet.queue = q;
		w->queue = q;
		w->output = head->out;
		w->why = qcu_avail(&sw->qcu, head->out, head->packet.queue) ? WAITS_OTHERS : WAITS_CREDIT;
		if (w->why == WAITS_CREDIT)
			break;
	}
	return any;
}

/* Queues are lists of cells. */
unsigned static_inspect(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	const struct static_switch *sw = static_switch_seen(at);
	unsigned packets = 0;

	(void)side, (void)found, (void)arg;
	for (unsigned q = 0; q < at->shape.queues; q++) {
		const struct queue *const queue = qmu_queue(&sw->qmu, port, q);

		for (unsigned cell = queue->first; cell; cell = cell == queue->last ? 0 : pmu_at(&sw->pmu, port, cell)->behind)
			packets++;
	}
	return packets;
}
