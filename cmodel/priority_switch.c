/* The switch with priorities as a model, and what an observer sees of it. */
#include "inspect_parts.h"
#include "priority_switch.h"

#include "units/render.h"

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	struct priority_switch *sw = priority_switch(at);

	slot_place(&sw->slots, all, a);
	arbiter_place(&sw->arb_in, a, all->queues, all->arbiter);
}

/* What is not zero at reset. */
static void reset(struct sluice_switch *at, const struct shape *all)
{
	struct priority_switch *sw = priority_switch(at);

	slot_reset(&sw->slots, all);
	arbiter_reset(&sw->arb_in);
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
	unsigned i;

	EACH(i, in->head)
		slot_remember_arrival(&sw->slots, i, cycle, sw->dt.enter[i].slot, in->packet + i);
	slot_remember_departures(&sw->slots, cycle, out);
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

static bool stopped(const struct sluice_switch *at, unsigned input, unsigned q, unsigned output)
{
	(void)input;
	return stop_out_holds(&priority_switch_seen(at)->stop_out, output, q);
}

static bool waiting(const struct sluice_switch *at, unsigned input, struct switch_waiting *w)
{
	return slot_waiting(at, input, w, stopped);
}

static unsigned inspect(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	const struct priority_switch *sw = priority_switch_seen(at);
	const struct shape *s = &at->shape;

	(void)side;
	for (unsigned q = 0; q < s->queues; q++) {
		const struct inspected stop = { .queue = q, .packets = sw->smu.count[q][port], .stops = true, .destination = INSPECT_NO_DESTINATION };

		if (sw->pfcu.sent[q] >> port & 1)
			found(arg, &stop);
	}
	return inspect_count(sw->smu.count, s->queues, port);
}

const struct switch_model switch_PRIORITY = {
	SLOT_MODEL, .bytes = sizeof(struct priority_switch), .place = place, .reset = reset, .step = step, .fetch = slot_fetch, .configure = slot_configure,
	.observe = observe, .observed = observed_step, .image = image, .memory = slot_memory, .writes = slot_writes, .drained = drained, .waiting = waiting, .inspect = inspect,
};
