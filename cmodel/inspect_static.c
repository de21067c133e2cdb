#include "inspect_parts.h"

#include "static_switch.h"

/* Queues are lists of cells. */
unsigned inspect_static(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
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
