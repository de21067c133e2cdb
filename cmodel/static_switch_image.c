/* What an observer sees of a switch with static queues: registers, memories, whether it has drained. */
#include "static_switch.h"

/* From now on grants are remembered; one before is not. */
static void begin_images(struct static_switch *sw)
{
	const uint64_t all = ones(sw->shape.radix);

	assert(sw->switches == 1);
	for (unsigned i = 0; i < sw->shape.radix; i++) {
		assert(sw->pmu.rd[i].passage.flits == 0 && "the first image comes before the first grant");
		for (unsigned q = 0; q < sw->shape.queues; q++)
			sw->queues[i * QMU_WORDS + q / 64] |= bit(q % 64);
	}
	sw->marks = (struct marks){ all, all, all, all, all, all, all, all, all, all, all };
	sw->imaging = true;
}

/* Registers of queues that changed. */
static void image_queues(struct static_switch *sw, struct image *m)
{
	const size_t set = QMU_WORDS * sizeof *sw->queues;
	unsigned i, o;

	EACH(i, sw->marks.queues) {
		qmu_image(&sw->qmu, &sw->qcu, &sw->stamp, &sw->shape, i, sw->queues + i * QMU_WORDS, m);
		memset(sw->queues + i * QMU_WORDS, 0, set);
	}
	EACH(o, sw->marks.credits) {
		qcu_image(&sw->qcu, &sw->shape, o, sw->credits + o * QMU_WORDS, m);
		memset(sw->credits + o * QMU_WORDS, 0, set);
	}
	qmu_image_funded(&sw->qmu, &sw->qcu, sw->marks.funded, m);
}

void static_image(struct sluice_switch *at, uint64_t cycle, struct image *m)
{
	struct static_switch *sw = static_switch(at);
	const struct shape *s = &sw->shape;
	struct marks *k = &sw->marks;

	assert(cycle >= sw->now && cycle <= sw->due);
	if (!sw->imaging)
		begin_images(sw);
	const uint64_t credit = cycle == sw->pmu.credit_cycle ? sw->pmu.credit : 0;

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

bool static_memory(const struct sluice_switch *at, uint64_t cycle, enum unit unit, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct static_switch *sw = static_switch(at);
	const struct shape *s = &sw->shape;
	const unsigned flits = unit == UNIT_pmu ? s->packet_flits : 1;

	(void)row;      /* one memory in each of these units */
	if (unit == UNIT_rt)
		return rt_memory(&sw->rt, s, address, words);
	const unsigned cell = qmu_at(&sw->qmu, &sw->pmu, port, address / flits);

	if (!cell)
		return false;
	return unit == UNIT_pmu ? pmu_memory(&sw->pmu, s, cycle, port, pmu_at(&sw->pmu, port, cell), address % flits, words)
				: qmu_memory(&sw->qmu, &sw->pmu, &sw->rt, &sw->stamp, s, port, cell, words);
}

bool static_written(const struct sluice_switch *at, uint64_t cycle, enum unit unit, unsigned row, unsigned port, unsigned *address)
{
	const struct static_switch *sw = static_switch(at);
	const bool stepped = cycle + 1 == sw->now;

	(void)row;
	switch (unit) {
	case UNIT_rt:
		*address = sw->rt.wrote_at;
		return stepped && sw->rt.wrote;
	case UNIT_pmu:
		return pmu_written(&sw->pmu, &sw->shape, cycle, port, address);
	case UNIT_qmu:
		*address = sw->qmu.entered[port];
		return stepped && sw->qmu.wrote >> port & 1;
	default:
		return false;
	}
}

uint64_t static_writes(const struct sluice_switch *at, uint64_t cycle, enum unit unit, unsigned address[SWITCH_PORTS])
{
	uint64_t ports = 0;

	for (unsigned i = 0; i < static_switch(at)->shape.radix; i++)
		ports |= (uint64_t)static_written(at, cycle, unit, 0, i, address + i) << i;
	return ports;
}

void static_word(const struct sluice_switch *at, uint64_t cycle, enum unit unit, unsigned port, unsigned address, uint32_t *words)
{
	const bool written = static_memory(at, cycle + 1, unit, 0, port, address, words);

	assert(written);
	(void)written;
}

bool static_drained(const struct sluice_switch *at)
{
	const struct static_switch *sw = static_switch(at);
	const struct shape *s = &sw->shape;
	const unsigned ports = s->radix * sw->switches;

	if (sw->wheel.occupied | sw->rt.entering | sw->qmu.popping | sw->qcu.taking | sw->qmu.wanted)
		return false;
	for (unsigned q = 0; q < ports * s->queues; q++)
		if (sw->qmu.ring[q].count || sw->qcu.used[q])
			return false;
	return true;
}

bool static_waiting(const struct sluice_switch *at, unsigned input, struct switch_waiting *w)
{
	const struct static_switch *sw = static_switch(at);
	bool any = false;

	for (unsigned q = 0; q < sw->shape.queues; q++) {
		const struct ring *ring = qmu_ring(&sw->qmu, input, q);

		if (!ring->count)
			continue;
		any = true;
		w->packet = pmu_at(&sw->pmu, input, ring->first)->packet;
		w->queue = q;
		w->output = ring->out;
		w->why = qcu_avail(&sw->qcu, ring->out, ring->next) ? WAITS_OTHERS : WAITS_CREDIT;
		if (w->why == WAITS_CREDIT)
			break;
	}
	return any;
}
