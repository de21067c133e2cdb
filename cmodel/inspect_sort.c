#include "inspect_parts.h"

#include "sort_switch.h"

unsigned inspect_sort(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	const struct sort_switch *sw = sort_switch_seen(at);
	const struct sorted_lines *u = &sw->lines;
	const uint32_t *row = !sort_by_list(sw)          ? NULL
			      : sort_lists_in_memory(sw) ? list_sweep_row(&sw->clip.lists, port, 0)
							 : dcam_sort_row(&sw->dcam_sort, port, 0);
	const struct inspect_lines lines = { &u->points, u->busy, u->xoff, u->sent, u->out, sw->smu.count, row };

	(void)side;
	inspect_each_line(&at->shape, &lines, port, found, arg);
	return inspect_count(sw->smu.count, at->shape.queues, port);
}
