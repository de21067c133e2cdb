/* The switch with static queues, as a model. */
#include "static_switch.h"

static void configure(struct sluice_switch *at, unsigned number, uint32_t destination, const struct table_entry *entry)
{
	route_table_write(&static_switch(at)->rt.table, number, destination, *entry);
}

static void fetch(const struct sluice_switch *at, uint64_t heads)
{
	const struct pmu *const pmu = &static_switch_seen(at)->pmu;

	EACH_IN(i, heads)
		pmu_fetch(pmu, i, pmu->free[i]);
}

static void hold(struct sluice_switch *at, uint64_t outputs, bool held)
{
	oport_hold(&static_switch(at)->oport, outputs, held);
}

static bool head(const struct sluice_switch *at, unsigned input, unsigned q, struct switch_waiting *w)
{
	const struct static_switch *sw = static_switch_seen(at);
	const unsigned first = qmu_queue(&sw->qmu, input, q)->first;
	const struct cell *cell = pmu_at(&sw->pmu, input, first);

	if (!first)
		return false;
	*w = (struct switch_waiting){ cell->packet, q, cell->out, qcu_avail(&sw->qcu, cell->out, cell->packet.queue) ? WAITS_OTHERS : WAITS_CREDIT };
	w->packet.queue = q;
	return true;
}

/* Queues are lists of cells. */
static unsigned inspect(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
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

/* What enters a queue, and what leaves it. */
static bool follows(const struct sluice_switch *at)
{
	const struct static_switch *sw = static_switch_seen(at);

	return sw->rt.entering | sw->qmu.shown.popping | sw->qmu.shown.refilling;
}

static const struct unit_place units[] = {
	UNIT_OF(static_switch, oport), UNIT_OF(static_switch, qmu), UNIT_OF(static_switch, rt), UNIT_OF(static_switch, pmu), UNIT_OF(static_switch, stamp),
	UNIT_OF(static_switch, arb_in), UNIT_OF(static_switch, arb_out), UNIT_OF(static_switch, qcu), { .model = NULL },
};

const struct switch_model switch_STATIC = {
	.bytes = sizeof(struct static_switch), .ports = SWITCH_PORTS, .depart = OPORT_DEPART, .reports_grants = true, .units = units, .steps = STEPS(static_switch),
	.fetch = fetch, .configure = configure, .follows = follows, .hold = hold, .head = head, .inspect = inspect,
};
