/* Switches with slots whose requests are at hand: what all of them have, as models, and what an observer sees of that. */
#include "slot_switch.h"

#include "units/render.h"

void slot_place(struct slot_switch *sw, const struct shape *all, struct arena *a)
{
	mmu_place(&sw->mmu, all, a);
	smu_place(&sw->smu, all, a);
	stamp_place(&sw->stamp, all, a);
	arb_out_place(&sw->arb_out, all, sw->base.shape.radix, a);
	oport_place(&sw->oport, all, a);
	if (all->nodes)
		dt_place(&sw->dt, all, sw->base.switches, a);
}

void slot_reset(struct slot_switch *sw, const struct shape *all)
{
	mmu_reset(&sw->mmu, all);
	smu_reset(&sw->smu, all, sw->base.shape.radix);
	arbiter_reset(&sw->arb_out.arbiter);
	oport_reset(&sw->oport, all);
}

void slot_configure(struct sluice_switch *at, unsigned number, uint32_t first, uint32_t n, const struct table_entry *entry)
{
	for (uint32_t d = 0; d < n; d++)
		dt_write(&slot_switch(at)->dt, number, first + d, entry[d].output);
}

void slot_fetch(const struct sluice_switch *at, uint64_t heads)
{
	unsigned i;

	EACH(i, heads)
		mmu_fetch_free(&slot_switch_seen(at)->mmu, i);
}

void slot_hold(struct sluice_switch *at, uint64_t outputs, bool held)
{
	oport_hold(&slot_switch(at)->oport, outputs, held);
}

void slot_remember_arrival(struct slot_switch *sw, unsigned input, uint64_t cycle, unsigned slot, const struct packet *p)
{
	mmu_remember_arrival(&sw->mmu, input, cycle, slot, p->flits);
}

void slot_remember_departures(struct slot_switch *sw, uint64_t cycle, const struct switch_out *out)
{
	unsigned o;

	EACH(o, out->depart) {
		mmu_remember(&sw->mmu, out->from[o], cycle, sw->mmu.reading[out->from[o]], out->packet + o);
		oport_remember(&sw->oport, o, cycle, out->packet + o, out->from[o]);
	}
}

bool slot_memory(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct slot_switch *sw = slot_switch_seen(at);

	(void)row;      /* one memory in each of these units */
	switch (site) {
	case SITE_mmu: return mmu_memory(&sw->mmu, &at->shape, cycle, port, address, words);
	case SITE_smu: return mu_memory(&sw->mmu, &sw->stamp, &at->shape, port, address, words);
	case SITE_dt:  return dt_memory(&sw->dt, &at->shape, address, words);
	default:       return false;
	}
}

uint64_t slot_writes(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct slot_switch *sw = slot_switch_seen(at);
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

bool slot_word(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	(void)row;
	(void)address;
	if (site == SITE_mmu)
		mmu_word(&slot_switch_seen(at)->mmu, &at->shape, cycle, port, words);
	return site == SITE_mmu;
}

bool slot_waiting(const struct sluice_switch *at, unsigned input, struct switch_waiting *w, slot_stopped *stopped)
{
	const struct slot_switch *sw = slot_switch_seen(at);
	bool any = false;

	for (unsigned q = 0; q < at->shape.queues; q++) {
		const struct link head = smu_queue(&sw->smu, input, q)->head[0];

		if (!(sw->smu.present[q] >> input & 1))
			continue;
		any = true;
		w->packet = slot_at(sw->mmu.slots, input, link_slot(head))->packet;
		w->queue = q;
		w->output = link_out(head);
		w->why = stopped(at, input, q, w->output) ? WAITS_XON : sw->oport.credited >> w->output & 1 ? WAITS_OTHERS : WAITS_CREDIT;
		if (w->why != WAITS_OTHERS)
			break;
	}
	return any;
}

unsigned slot_oldest(const struct slot_switch *sw, const struct slot_wires *w, uint64_t inputs)
{
	uint64_t least = UINT64_MAX;
	unsigned oldest = 0, i;

	EACH(i, inputs) {
		const uint64_t rank = stamp_rank(&sw->stamp, sw->base.number[i], i, w->queue[i]);

		oldest = rank < least ? i : oldest;
		least = rank < least ? rank : least;
	}
	return oldest;
}
