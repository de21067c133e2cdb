/* The switches with set-aside queues, as models. */
#include "switch_wires.h"

#include "params.h"

_Static_assert((int)PARAM_MOST_radix <= (int)SWITCH_PORTS && (int)PARAM_MOST_saqs <= (int)LINES && (int)PARAM_MOST_cfqs <= (int)LINES,
	       "sets of ports are words, and there is room for every line");

static bool wide_allowed = true;

void switch_allow_wide(bool allowed)
{
	wide_allowed = allowed;
}

bool switch_wide_here(void)
{
	return route_cam_wide_here();
}

void route_cam_choose(struct sluice_switch *sw)
{
	sw->head.step = wide_allowed ? route_cam_step_wide(sw) : NULL;
	if (!sw->head.step)
		sw->head.step = route_cam_step_plain(sw);
}

static const struct switch_counts *counts(const struct sluice_switch *sw)
{
	for (unsigned k = 0; k < (counts_by_byte(sw->shape.radix, sw->shape.saqs) ? sw->switches : 0); k++) {
		sw->counts[k].lines_in_use = (unsigned)(sw->in_use >> 8 * k) & UINT8_MAX;
		sw->counts[k].lines_peak = (unsigned)(sw->peak >> 8 * k) & UINT8_MAX;
	}
	return sw->counts;
}

static void configure(struct sluice_switch *sw, unsigned number, const struct table_entry *table)
{
	for (uint32_t d = 0; d < sw->shape.nodes; d++)
		dt_write(&sw->dt, number, d, table[d].output);
}

static void configure_word(struct sluice_switch *sw, unsigned number, uint32_t destination, const struct table_entry *entry)
{
	dt_write(&sw->dt, number, destination, entry->output);
}

static void connect_to(struct sluice_switch *sw, const struct exits *exits)
{
	sw->exits = exits;
}

const struct switch_model switch_ROUTE_CAM = {
	sizeof(struct sluice_switch), true, route_cam_place, route_cam_reset, NULL, NULL, NULL, route_cam_image, route_cam_memory, route_cam_writes, route_cam_word,
	route_cam_written, route_cam_drained, route_cam_waiting, counts, connect_to,
};

/* The same wiring; where it differs, it asks struct dims. */
const struct switch_model switch_DESTINATION_CAM = {
	sizeof(struct sluice_switch), true, route_cam_place, route_cam_reset, configure, configure_word, NULL, route_cam_image, route_cam_memory, route_cam_writes,
	route_cam_word, route_cam_written, route_cam_drained, route_cam_waiting, counts, connect_to,
};
