/* The switch with priorities as a model. */
#include "priority_switch.h"

static bool head(const struct sluice_switch *at, unsigned input, unsigned q, struct switch_waiting *w)
{
	const struct priority_switch *sw = priority_switch_seen(at);

	return slot_head(&sw->slots, &sw->smu, input, q, sw->stop_out.stop[q], w);
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
	SLOT_MODEL, .bytes = sizeof(struct priority_switch), .units = units, .steps = STEPS(priority_switch), .fetch = slot_fetch, .configure = slot_configure, .head = head,
	.inspect = inspect,
};
