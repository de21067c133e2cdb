/* The switch with static queues, as a model. */
#include "static_switch_wires.h"

/* Few queues, whose ports are stepped as vectors. That takes the longer, the more queues there are and the narrower registers are. */
static bool has_few_queues(const struct shape *s)
{
	return s->queues <= QMU_FEW && 4 * s->queues <= switch_width() && !s->stamp_w;
}

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	struct static_switch *sw = static_switch(at);
	const struct shape *s = &at->shape;

	rt_place(&sw->rt, all, at->switches, a);
	pmu_place(&sw->pmu, all, a);
	qmu_place(&sw->qmu, all, s->radix, has_few_queues(s), a);
	stamp_place(&sw->stamp, all, a);
	arbiter_place(&sw->arb_in, a, s->queues, s->arbiter);
	arb_out_place(&sw->arb_out, all, s->radix, a);
	oport_place(&sw->oport, all, a);
	qcu_place(&sw->qcu, all, a);
	qmu_shown_place(&sw->qmu_shown, all, a);
	sw->queues = arena_take(a, COLD, all->radix * QMU_WORDS, sizeof *sw->queues);
	sw->credits = arena_take(a, COLD, all->radix * QMU_WORDS, sizeof *sw->credits);
}

/* What is not zero at reset. */
static void reset(struct sluice_switch *at, const struct shape *all)
{
	struct static_switch *sw = static_switch(at);

	pmu_reset(&sw->pmu, all);
	oport_reset(&sw->oport, all);
	qcu_reset(&sw->qcu, all);
	arbiter_reset(&sw->arb_in);
	arbiter_reset(&sw->arb_out.arbiter);
}

static void configure(struct sluice_switch *at, unsigned number, uint32_t first, uint32_t n, const struct table_entry *entry)
{
	for (uint32_t d = 0; d < n; d++)
		rt_write(&static_switch(at)->rt, number, first + d, entry[d]);
}

static void fetch(const struct sluice_switch *at, uint64_t heads)
{
	const struct pmu *const pmu = &static_switch_seen(at)->pmu;
	unsigned i;

	EACH(i, heads)
		pmu_fetch(pmu, i, pmu->free[i]);
}

static void hold(struct sluice_switch *at, uint64_t outputs, bool held)
{
	oport_hold(&static_switch(at)->oport, outputs, held);
}

static switch_step_function *step(const struct sluice_switch *sw)
{
	return STEP_BY_WIDTH(static_step, static_switch_seen(sw));
}

const struct switch_model switch_STATIC = {
	.bytes = sizeof(struct static_switch), .ports = SWITCH_PORTS, .depart = OPORT_DEPART, .reports_grants = true, .place = place, .reset = reset, .step = step,
	.fetch = fetch, .configure = configure, .observe = static_observe, .observed = static_observed_step, .image = static_image, .memory = static_memory,
	.writes = static_writes, .drained = static_drained, .hold = hold, .waiting = static_waiting, .inspect = static_inspect,
};
