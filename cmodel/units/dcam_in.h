#pragma once

#include "cam_in.h"
#include "destinations.h"

/*
 * CAM, input side, by destinations, of all input ports: the lists of lines. All other state of a line is in struct cam_in, whose `turns`
 * then holds an output port, and whose `len` counts hops.
 * Invariant: two lines in use with the same length > 1 have no destination in common.
 * RTL twin: rtl_gen/units/dcam_in.v. FBICM 3.3, 3.5.
 */
struct dcam_in {
	unsigned nodes;
	uint64_t live_changed;          /* inputs where live_prev_q differs from the lines in use */
	uint64_t live_prev[LINES];      /* live_prev_q, by line: inputs where the bit is set */
	uint32_t *clip;                 /* by input, by destination: lines that have it in their list. NULL: lists are in struct clip */
	struct destinations nsb;        /* by input: destinations that an Xoff was sent for; unused if clip is NULL */
	/* Images only: both as the last one shows them. */
	uint32_t *shown_clip;
	uint64_t *shown_nsb;
};

extern const struct unit_model dcam_in_unit;

/* Lines that have the destination in their list. */
static inline uint32_t *dcam_in_row(const struct dcam_in *u, unsigned port, uint32_t destination)
{
	return u->clip + (size_t)port * u->nodes + destination;
}

/* Add the destination to the list of line l. */
static inline void dcam_in_learn(struct dcam_in *u, unsigned port, unsigned l, uint32_t destination)
{
	*dcam_in_row(u, port, destination) |= UINT32_C(1) << l;
}

/* Lines of the input that match a packet for output `out`; valid for lines in use. row: lines that have its destination in their list. */
static inline uint64_t dcam_in_matches(const struct cam_in *cam, unsigned port, unsigned out, uint32_t row)
{
	uint64_t matches = row;

	for (unsigned l = 0; l < cam->saqs; l++)
		if (cam->points.len[l][port] == 1)
			matches = (matches & ~bit(l)) | (uint64_t)(cam->points.turns[l][port] == out) << l;
	return matches;
}

/* Let the notification of an input act, of a congested point that leads to `out`. row: lines that have its destination in their list. Returns the line
 * that it stops, for which the caller learns the destination; NO_LINE if the notification is lost. FBICM 3.3. */
unsigned dcam_in_apply_notification(struct cam_in *cam, unsigned port, unsigned out, uint32_t row);

/* An Xon is sent for line l: remove the destinations in its list from NSB. */
void dcam_in_xon_sent(struct dcam_in *u, unsigned port, unsigned l);

/* Lines in use have changed: in the next cycle, clear the lists of those that have been left, and update live_prev_q. */
static inline void dcam_in_compare_live(struct dcam_in *u, const struct cam_in *cam)
{
	for (unsigned l = 0; l < cam->saqs; l++)
		u->live_changed |= u->live_prev[l] ^ cam->live[l];
}

void dcam_in_clear_left(struct dcam_in *u, const struct cam_in *cam);
