#pragma once

#include "sorted_lines.h"

/*
 * CAM of all input ports that sort packets as they arrive: the congested points that they know, named by turns. All state is in struct sorted_lines.
 * RTL twin: rtl_gen/units/cam_sort.v.
 */

/* Inputs with lines that packets may be for. n: lines of an input. */
static inline uint64_t cam_sort_valid(const struct sorted_lines *u, unsigned n)
{
	uint64_t valid = 0;

	EACH_OF(l, n)
		valid |= u->cam.points.valid[l];
	return valid;
}

/* Inputs where a line is for more than an output: which packets it is for shows in their headers only. */
static inline uint64_t cam_sort_beyond(const struct sorted_lines *u, unsigned n)
{
	uint64_t beyond = 0;

	EACH_OF(l, n)
		beyond |= u->cam.points.valid[l] & ~u->cam.alone[l];
	return beyond;
}

/*
 * Queues that packets enter which arrive at these inputs: those of the longest lines that they cross. first: queue of line 0; out: by input, the output that
 * its packet is for; h: the headers, of the inputs in cam_sort_beyond(). Nearly all lines are for an output alone.
 */
static inline lanes cam_sort_enter(const struct sorted_lines *u, unsigned n, unsigned first, uint64_t inputs, lanes out, const struct headers *h)
{
	lanes queue = sorted_lines_enter(u, n, first, inputs, out), longest = lanes_all(1);

	if (!(inputs & cam_sort_beyond(u, n)))
		return queue;
	EACH_OF(l, n) {
		const uint64_t among = inputs & u->cam.points.valid[l] & ~u->cam.alone[l];

		if (!among)
			continue;
		const lanes len = lanes_load(u->cam.points.len[l]);
		const uint64_t longer = points_match(&u->cam.points, l, among & lanes_less(longest, len), h);

		queue = lanes_where(longer, lanes_all((uint8_t)(first + l)), queue);
		longest = lanes_where(longer, len, longest);
	}
	return queue;
}

/* The same for one input: with narrow registers that is quicker, since few packets arrive in a cycle. beyond: the result of cam_sort_beyond(). */
static inline unsigned cam_sort_enter_one(const struct sorted_lines *u, unsigned n, unsigned first, uint64_t beyond, unsigned port, unsigned out,
					  uint64_t turns, unsigned left)
{
	unsigned queue = 0, longest = 1;

	EACH_OF(l, n)
		queue = ((u->cam.alone[l] >> port & 1) & (u->cam.out[l][port] == out)) ? first + l : queue;
	if (!(beyond >> port & 1))
		return queue;
	EACH_OF(l, n) {
		const unsigned len = u->cam.points.len[l][port];
		const bool longer = (u->cam.points.valid[l] & ~u->cam.alone[l]) >> port & (len > longest) & points_crossed(&u->cam.points, port, l, turns, left);

		queue = longer ? first + l : queue;
		longest = longer ? len : longest;
	}
	return queue;
}

/* Let the notification of an input act, of a congested point that leads to `out`. enter: line whose queue a packet enters in this
 * cycle, or NO_LINE. Returns the line that it stops, or NO_LINE if it is lost. */
unsigned cam_sort_apply_notification(struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned out, unsigned enter);

extern const struct unit_model cam_sort_unit;
