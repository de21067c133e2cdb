#include "inspect_parts.h"

#include "priority_switch.h"

unsigned inspect_priority(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
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
