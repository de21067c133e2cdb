/* The switches with set-aside queues that sort heads, as models. */
#include "cam_switch.h"

static void reset(struct sluice_switch *at, const struct shape *all)
{
	lines_reset(at, all);
	if (all->lists_in_memory)
		cam_settle(cam_switch(at), at->ports);
}

static void congestion(const struct sluice_switch *at, struct csr_seen *seen)
{
	const struct cam_switch *sw = cam_switch_seen(at);

	lines_congestion(at, seen, &sw->cam_in, sw->mu.count, sw->mu.popping);
}

static bool head(const struct sluice_switch *at, unsigned input, unsigned q, struct switch_waiting *w)
{
	const struct cam_switch *sw = cam_switch_seen(at);
	const unsigned l = line_of_queue(&at->shape, q);

	if (!(sw->mu.held[q] >> input & 1))
		return false;
	slot_waits(&sw->slots, w, input, sw->mu.head[q][input], q, *mu_out(&sw->mu, input, q), l < at->shape.saqs && sw->cam_in.xoff[l] >> input & 1);
	return true;
}

static unsigned inspect(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	const struct cam_switch *sw = cam_switch_seen(at);
	const uint32_t *row = !lines_by_list(&sw->all)     ? NULL
			      : lines_in_memory(&sw->all) ? list_sweep_row(&sw->clip.lists, port, 0)
							  : dcam_in_row(&sw->dcam_in, port, 0);

	(void)side;
	return lines_inspect(at, port, &sw->cam_in, sw->mu.count, row, found, arg);
}

static const struct unit_place units[] = {
	SLOT_UNITS_OF(cam_switch), UNIT_OF(cam_switch, mu), UNIT_OF(cam_switch, arb_in), UNIT_OF(cam_switch, ppu), UNIT_OF(cam_switch, cam_in),
	UNIT_OF(cam_switch, dcam_in), LINE_UNITS_OF(cam_switch), UNIT_OF(cam_switch, ru), { .model = NULL },
};

#define CAM_MODEL                                                                                                                       \
	LINE_MODEL, .bytes = sizeof(struct cam_switch), .units = units, .reset = reset, .steps = STEPS(cam_switch), .fetch = slot_fetch,              \
	.head = head, .inspect = inspect, .congestion = congestion

const struct switch_model switch_ROUTE_CAM = { CAM_MODEL };

/* The same wiring; where it differs, it asks struct dims. */
const struct switch_model switch_DESTINATION_CAM = { CAM_MODEL, .configure = slot_configure };
