#pragma once

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
	uint64_t valid[LINES], taken[LINES];    /* by line, inputs: where it is valid; where it is taken in this step */
	uint64_t any_taken;             /* inputs where any is */
	uint32_t row[SWITCH_PORTS];     /* by input: row_q; unused if clip is NULL */
	uint32_t *clip;                 /* by input, by destination: lines that have it in their list. NULL: lists are in struct clip */
	uint32_t *shown;                /* images only: clip as the last one shows it */
};

extern const struct unit_model dcam_sort_unit;

/* Lines that have the destination in their list. */
static inline uint32_t *dcam_sort_row(const struct dcam_sort *u, unsigned port, uint32_t destination)
{
	return u->clip + (size_t)port * u->nodes + destination;
}

/* Valid lines of an input. */
static inline uint32_t dcam_sort_valid(const struct dcam_sort *u, const struct sorted_lines *lines, unsigned port)
{
	return (uint32_t)rows_with(u->valid, lines->cam.saqs, port);
}

/* Valid lines that have packets for a destination and `out`. n: lines of an input; row: lines that have the destination in their list. */
static inline uint32_t dcam_sort_matches(const struct dcam_sort *u, const struct sorted_lines *lines, unsigned n, unsigned port, unsigned out, uint32_t row)
{
	uint32_t matches = 0;

	EACH_OF(l, n) {
		const uint32_t listed = row >> l & (uint32_t)(u->valid[l] >> port) & 1, leads = lines->cam.out[l][port] == out;

		matches |= (lines->cam.alone[l] >> port & 1 ? leads : listed) << l;
	}
	return matches;
}

/* Returns the longest of these lines, which match one destination, or NO_LINE. */
static inline unsigned dcam_sort_longest(const struct sorted_lines *lines, unsigned port, uint32_t matches)
{
	unsigned best = NO_LINE, len = 0;

	EACH_IN(l, matches) {
		const unsigned at = lines->cam.points.len[l][port];

		assert(at && at != len && "lines of one length match a destination");
		if (at > len) {
			best = l;
			len = at;
		}
	}
	return best;
}

/* Inputs with lines that packets may be for. n: lines of an input. */
static inline uint64_t dcam_sort_known(const struct dcam_sort *u, const struct sorted_lines *lines, unsigned n)
{
	uint64_t known = 0;

	EACH_OF(l, n)
		known |= u->valid[l] | lines->cam.alone[l];
	return known;
}

/* Inputs where a line is for more than an output: which packets it is for is in lists only. */
static inline uint64_t dcam_sort_beyond(const struct dcam_sort *u, const struct sorted_lines *lines, unsigned n)
{
	uint64_t beyond = 0;

	EACH_OF(l, n)
		beyond |= u->valid[l] & ~lines->cam.alone[l];
	return beyond;
}

/*
 * Queues that packets enter which arrive at these inputs. first: queue of line 0; out: by input, the output that its packet is for; listed: by line, those of
 * the inputs in dcam_sort_beyond() where it has the packet's destination in its list. Nearly all lines are for an output alone.
 */
static inline lanes dcam_sort_enter(const struct dcam_sort *u, const struct sorted_lines *lines, unsigned n, unsigned first, uint64_t inputs, lanes out,
				    const uint64_t *listed)
{
	lanes queue = sorted_lines_enter(lines, n, first, inputs, out), longest = lanes_all(1);

	EACH_OF(l, n) {
		const uint64_t among = inputs & u->valid[l] & ~lines->cam.alone[l] & listed[l];

		if (!among)
			continue;
		const lanes len = lanes_load(lines->cam.points.len[l]);
		const uint64_t longer = among & lanes_less(longest, len);

		queue = lanes_where(longer, lanes_all((uint8_t)(first + l)), queue);
		longest = lanes_where(longer, len, longest);
	}
	return queue;
}

/* Queue that a packet for `out` enters: with narrow registers that is quicker, since few packets arrive in a cycle. n, row: as above. */
static inline unsigned dcam_sort_enter_one(const struct dcam_sort *u, const struct sorted_lines *lines, unsigned n, unsigned port, unsigned out, uint32_t row)
{
	return sorted_lines_queue(lines, dcam_sort_longest(lines, port, dcam_sort_matches(u, lines, n, port, out, row)));
}

/* Let the notification of an input act, of a congested point that leads to `out`. row: lines that have its destination in their list;
 * enter: line whose queue a packet enters in this cycle, or NO_LINE. Returns the line that it stops, or NO_LINE if it is lost; *learns: the
 * destination enters its list, which the caller writes if it is in struct clip. */
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

/* End the step, after sorted_lines_update(), with lists in registers: lines that were taken are valid, and all that are not in use can
 * be taken. */
static inline void dcam_sort_update_all(struct dcam_sort *u, struct sorted_lines *lines, unsigned n)
{
	EACH_OF(l, n) {
		u->valid[l] |= u->taken[l];
		u->taken[l] = 0;
	}
	u->any_taken = 0;
	cam_in_shut_live(&lines->cam, n);
}

/* The same of an input, with lists in memories: which lines are valid and which cannot be taken. dirty: those whose lists in memory
 * are not clear. Then, of all inputs. */
void dcam_sort_update(struct dcam_sort *u, struct sorted_lines *lines, unsigned port, uint32_t dirty);

static inline void dcam_sort_updated(struct dcam_sort *u, unsigned n)
{
	EACH_OF(l, n)
		u->taken[l] = 0;
	u->any_taken = 0;
}
