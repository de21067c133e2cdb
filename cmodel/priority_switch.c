/* The switch with priorities as a model, and what an observer sees of it. */
#include "priority_switch.h"

#include "units/render.h"

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	struct priority_switch *sw = priority_switch(at);

	mmu_place(&sw->mmu, all, a);
	smu_place(&sw->smu, all, a);
	dt_place(&sw->dt, all, at->switches, a);
	stamp_place(&sw->stamp, all, a);
	arbiter_place(&sw->arb_in, a, all->queues, all->arbiter);
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
	arbiter_reset(&sw->arb_in);
	arbiter_reset(&sw->arb_out.arbiter);
}

static void configure(struct sluice_switch *at, unsigned number, uint32_t first, uint32_t n, const struct table_entry *entry)
{
	for (uint32_t d = 0; d < n; d++)
		dt_write(&priority_switch(at)->dt, number, first + d, entry[d].output);
}

static void fetch(const struct sluice_switch *at, uint64_t heads)
{
	unsigned i;

	EACH(i, heads)
		mmu_fetch_free(&priority_switch_seen(at)->mmu, i);
}

static switch_step_function *step(const struct sluice_switch *sw)
{
	return STEP_BY_WIDTH(priority_step, priority_switch_seen(sw));
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
	smu_image(&sw->smu, &sw->stamp, s, open, mmu_idle_before(&sw->mmu, s, cycle), all, NULL, all, m);
	arb_in_image(&sw->arb_in, all, m);
	arb_out_image(&sw->arb_out, all, m);
	stamp_image(&sw->stamp, m);
	dt_image(&sw->dt, all, m);
	pfcu_image(&sw->pfcu, s, cycle, sw->dt.arriving, m);
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

	if (at->wheel.occupied | sw->smu.popping | sw->dt.arriving | sw->pfcu.changed | sw->stop_out.stopped || pfcu_stops(&sw->pfcu, s->queues))
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
		w->packet = slot_at(sw->mmu.slots, input, link_slot(head))->packet;
		w->queue = q;
		w->output = link_out(head);
		w->why = stop_out_holds(&sw->stop_out, w->output, q) ? WAITS_XON : sw->oport.credited >> w->output & 1 ? WAITS_OTHERS : WAITS_CREDIT;
		if (w->why != WAITS_OTHERS)
			break;
	}
	return any;
}

static void hold(struct sluice_switch *at, uint64_t outputs, bool held)
{
	oport_hold(&priority_switch(at)->oport, outputs, held);
}

const struct switch_model switch_PRIORITY = {
	.bytes = sizeof(struct priority_switch), .ports = SWITCH_PORTS, .depart = OPORT_DEPART, .reports_grants = true, .place = place, .reset = reset, .step = step,
	.fetch = fetch, .configure = configure, .observe = observe, .observed = observed_step, .image = image, .memory = memory, .word = word, .writes = writes,
	.drained = drained, .hold = hold, .waiting = waiting,
};
