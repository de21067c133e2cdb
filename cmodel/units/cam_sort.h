#ifndef CAM_SORT_H
#define CAM_SORT_H

#include "sorted_lines.h"

/*
 * CAM of all input ports that sort packets as they arrive: the congested points that they know, named by turns. All state is in struct sorted_lines.
 * RTL twin: rtl_gen/units/cam_sort.v.
 */

/* Returns the longest of these lines that a packet with `left` turns to take crosses, or NO_LINE. */
static inline unsigned cam_sort_longest(const struct sorted_lines *u, unsigned port, uint32_t lines, uint64_t turns, unsigned left)
{
	unsigned best = NO_LINE, len = 0, l;

	EACH(l, lines) {
		const struct congested_point *at = &sorted_line(u, port, l)->point;

		if (at->len > len && congested_point_matches(at, turns, left)) {
			best = l;
			len = at->len;
		}
	}
	return best;
}

/* Queue that a packet enters which arrives with these turns, the first one to `out`. */
static inline unsigned cam_sort_enter(const struct sorted_lines *u, unsigned port, unsigned out, uint64_t turns, unsigned left)
{
	return sorted_queue_of(cam_sort_longest(u, port, *sorted_lines_leading(u, port, out), turns, left));
}

/* Let the notification of an input act, of a congested point that leads to `out`. enter: queue that a packet enters in this cycle, or NO_LINE.
 * Returns the line that it stops, or NO_LINE if it is lost. */
unsigned cam_sort_apply_notification(struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned out, unsigned enter);

/* Render the registers of these inputs. */
void cam_sort_image(const struct sorted_lines *u, const struct smu *smu, const struct shape *s, uint64_t inputs, struct image *m);

#endif
