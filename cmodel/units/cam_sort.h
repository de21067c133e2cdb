#ifndef CAM_SORT_H
#define CAM_SORT_H

#include "sorted_lines.h"

/*
 * CAM of all input ports that sort packets as they arrive: the congested points that they know, named by turns. All state is in struct sorted_lines.
 * RTL twin: rtl_gen/units/cam_sort.v.
 */

/* Queues that packets enter which arrive at these inputs with these headers: those of the longest lines that they cross. n: of an input. */
static inline lanes cam_sort_enter(const struct sorted_lines *u, unsigned n, uint64_t inputs, const struct headers *h)
{
	lanes queue = lanes_all(0), longest = lanes_all(0);

	EACH_OF(l, n) {
		if (!(inputs & u->points.valid[l]))
			continue;
		const lanes len = lanes_load(u->points.len[l]);
		const uint64_t longer = points_match(&u->points, l, inputs & lanes_less(longest, len), h);

		queue = lanes_where(longer, lanes_all((uint8_t)(l + 1)), queue);
		longest = lanes_where(longer, len, longest);
	}
	return queue;
}

/* Let the notification of an input act, of a congested point that leads to `out`. enter: queue that a packet enters in this cycle, or
 * NO_LINE. Returns the line that it stops, or NO_LINE if it is lost. */
unsigned cam_sort_apply_notification(struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned out, unsigned enter);

/* Render the registers of these inputs. */
void cam_sort_image(const struct sorted_lines *u, const struct shape *s, uint64_t inputs, struct image *m);

#endif
