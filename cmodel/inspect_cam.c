#include "inspect_parts.h"

#include "cam_switch.h"

unsigned inspect_cam(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	const struct cam_switch *sw = cam_switch_seen(at);
	const struct cam_in *u = &sw->cam_in;
	const uint32_t *row = !by_destination(sw) ? NULL : lists_in_memory(sw) ? list_sweep_row(&sw->clip.lists, port, 0) : dcam_in_row(&sw->dcam_in, port, 0);
	const struct inspect_lines lines = { &u->points, u->live, u->xoff, u->sent, u->out, sw->mu.count, row };

	(void)side;
	inspect_each_line(&at->shape, &lines, port, found, arg);
	return inspect_count(sw->mu.count, at->shape.queues, port);
}
