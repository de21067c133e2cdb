#ifndef DCAM_SORT_H
#define DCAM_SORT_H

#include "sorted_lines.h"

/*
 * CAM of all input ports that sort packets as they arrive: the congested points that they know, named by destinations. All other state of a line is
 * in struct sorted_lines, where `turns` of a congested point is an output port, and `len` counts hops.
 * Invariants: valid lines with the same length > 1 have no destination in common, those of length 1 no output. `valid` changes only at the end of a
 * step, so every stage sees that which the cycle began with.
 * RTL twin: rtl_gen/units/dcam_sort.v.
 */
struct dcam_sort {
	unsigned nodes;
	unsigned spare;                 /* lists in memories: lines are given up if fewer are not valid; otherwise 0 */
	uint64_t retiring;              /* inputs where a line is given up in the next cycle, unless it is used then */
	uint32_t valid[SWITCH_PORTS], taken[SWITCH_PORTS];      /* by input: valid lines; those taken in this step */
	uint32_t notification[SWITCH_PORTS];    /* by input: notify_destination_q */
	uint32_t row[SWITCH_PORTS];     /* by input: row_q; unused if clip is NULL */
	uint32_t *clip;                 /* by input, by destination: lines that have it in their list. NULL: lists are in struct clip */
};

void dcam_sort_place(struct dcam_sort *u, const struct shape *s, struct arena *a);

/* Lines that have the destination in their list. */
static inline uint32_t *dcam_sort_row(const struct dcam_sort *u, unsigned port, uint32_t destination)
{
	return u->clip + (size_t)port * u->nodes + destination;
}

/* Set the destination of the notification of an input. */
static inline void dcam_sort_notify_next(struct dcam_sort *u, unsigned port, uint32_t destination)
{
	u->notification[port] = destination;
}

/* Valid lines that have packets for a destination and `out`. row: lines that have the destination in their list. */
static inline uint32_t dcam_sort_matches(const struct dcam_sort *u, const struct sorted_lines *lines, unsigned port, unsigned out, uint32_t row)
{
	return (row & u->valid[port] & ~lines->alone[port]) | (*sorted_lines_leading(lines, port, out) & lines->alone[port]);
}

/* Returns the longest of the lines that match one destination, of those shorter than `limit`; or NO_LINE. */
static inline unsigned dcam_sort_longest(const struct sorted_lines *lines, unsigned port, uint32_t matches, unsigned limit)
{
	unsigned best = NO_LINE, len = 0, l;

	EACH(l, matches) {
		const unsigned at = sorted_line(lines, port, l)->point.len;

		assert(at && at != len && "lines of one length match a destination");
		if (at > len && at < limit) {
			best = l;
			len = at;
		}
	}
	return best;
}

/* Queue that a packet for `out` enters. row: lines that have its destination in their list. */
static inline unsigned dcam_sort_enter(const struct dcam_sort *u, const struct sorted_lines *lines, unsigned port, unsigned out, uint32_t row)
{
	return sorted_queue_of(dcam_sort_longest(lines, port, dcam_sort_matches(u, lines, port, out, row), UINT8_MAX + 1));
}

/* Let the notification of an input act, of a congested point that leads to `out`. row: lines that have its destination in their list; enter: queue
 * that a packet enters in this cycle, or NO_LINE. Returns the line that it stops, or NO_LINE if it is lost; *learns: the destination enters its
 * list, which the caller writes if it is in struct clip. */
unsigned dcam_sort_apply_notification(struct dcam_sort *u, struct sorted_lines *lines, const struct smu *smu, unsigned port, unsigned out,
				      uint32_t row, unsigned enter, bool *learns);

/* Take line l for `out`, where congestion is detected; turn: its number. */
void dcam_sort_detect(struct dcam_sort *u, struct sorted_lines *lines, const struct shape *s, const struct smu *smu, unsigned port, unsigned l,
		      unsigned turn, unsigned out);

/* A header for the destination came in this step: its row, with what was learned in it. Call after the notification has acted. */
static inline void dcam_sort_look_up(struct dcam_sort *u, unsigned port, uint32_t destination)
{
	u->row[port] = *dcam_sort_row(u, port, destination);
}

/* End the step of an input, after sorted_lines_update(): which lines are valid and which cannot be taken. busy: those in use as the step began;
 * dirty: those whose lists in memory are not clear. */
void dcam_sort_update(struct dcam_sort *u, struct sorted_lines *lines, unsigned port, uint32_t busy, uint32_t dirty);

/* Render the registers of these inputs, but for lists; the lists of these inputs. */
void dcam_sort_image(const struct dcam_sort *u, const struct sorted_lines *lines, const struct smu *smu, const struct shape *s, uint64_t inputs,
		     struct image *m);
void dcam_sort_image_lists(const struct dcam_sort *u, const struct shape *s, uint64_t inputs, struct image *m);

#endif
