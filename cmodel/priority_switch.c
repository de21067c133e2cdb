/* The switch with priorities as a model. */
#include "priority_switch.h"

static bool stopped(const struct sluice_switch *at, unsigned input, unsigned q, unsigned output)
{
	(void)input;
	return priority_switch_seen(at)->stop_out.stop[q] >> output & 1;
}

static bool waiting(const struct sluice_switch *at, unsigned input, struct switch_waiting *w)
{
	return slot_waiting(at, &priority_switch_seen(at)->smu, input, w, stopped);
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

static const struct unit_place units[] = {
	SLOT_UNITS_OF(priority_switch), UNIT_OF(priority_switch, smu), UNIT_OF(priority_switch, arb_in), UNIT_OF(priority_switch, pfcu),
	UNIT_OF(priority_switch, stop_out), { .model = NULL },
};

const struct switch_model switch_PRIORITY = {
	SLOT_MODEL, .bytes = sizeof(struct priority_switch), .units = units, .steps = STEPS(priority_switch), .fetch = slot_fetch, .configure = slot_configure, .waiting = waiting,
	.inspect = inspect,
};
