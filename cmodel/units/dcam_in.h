#ifndef DCAM_IN_H
#define DCAM_IN_H

#include "cam_in.h"
#include "destinations.h"

/*
 * Congested points known to all input ports by destinations: what a line has beside its state, which is that of struct cam_in, with
 * the output port in place of turns, and hops in place of a length in turns.
 * Invariant: no destination is in the lists of two lines in use of the same length, above 1.
 * RTL twin: rtl_gen/units/dcam_in.v. FBICM 3.3, 3.5.
 */
struct dcam_in {
	unsigned nodes;
	uint64_t unsettled;             /* inputs: was_q is not what is in use */
	uint64_t was[LINES];            /* by line: inputs where was_q has it */
	uint32_t told[SWITCH_PORTS];    /* by input: notify_destination_q */
	uint32_t *clip;                 /* by input, by destination: lines that have it in their list. NULL: it is in struct clip, as if ... */
	struct destinations nsb;        /* by input; ... this were never set */
};

void dcam_in_place(struct dcam_in *u, const struct shape *s, struct arena *a);

static inline uint32_t *dcam_in_row(const struct dcam_in *u, unsigned port, uint32_t destination)
{
	return u->clip + (size_t)port * u->nodes + destination;
}

static inline void dcam_in_learn(struct dcam_in *u, unsigned port, unsigned l, uint32_t destination)
{
	*dcam_in_row(u, port, destination) |= UINT32_C(1) << l;
}

/* The destination of an internal notification. */
static inline void dcam_in_told(struct dcam_in *u, unsigned port, uint32_t destination)
{
	u->told[port] = destination;
}

/* Lines of the input that match a packet for this output, if they are in use. row: that of its destination. */
static inline uint64_t dcam_in_matches(const struct cam_in *cam, unsigned port, unsigned out, uint32_t row)
{
	uint64_t matches = row;

	for (unsigned l = 0; l < cam->saqs; l++)
		if (cam->len[l][port] == 1)
			matches = (matches & ~bit(l)) | (uint64_t)(cam->turns[l][port] == out) << l;
	return matches;
}

/* Internal notification: the line that it stops, and that is to learn the destination of this row; NO_LINE if it is lost. */
unsigned dcam_in_notify(struct cam_in *cam, unsigned port, uint32_t row);

/* An Xon leaves for the line: Xoffs that were sent for its destinations are forgotten. */
void dcam_in_let_go(struct dcam_in *u, unsigned port, unsigned l);

/* Lists of lines that are in use no longer are cleared. */
void dcam_in_settle(struct dcam_in *u, const struct cam_in *cam, unsigned port);

/* Inputs in which other lines are in use than in the cycle before. */
static inline uint64_t dcam_in_unsettled(const struct dcam_in *u, const struct cam_in *cam)
{
	uint64_t unsettled = 0;

	for (unsigned l = 0; l < cam->saqs; l++)
		unsettled |= u->was[l] ^ cam->live[l];
	return unsettled;
}

/* These inputs have other lines in use; all of them have caught up. */
static inline void dcam_in_unsettle(struct dcam_in *u, uint64_t inputs)
{
	u->unsettled |= inputs;
}

static inline void dcam_in_settled(struct dcam_in *u)
{
	u->unsettled = 0;
}

/* was_q of an input catches up. */
static inline void dcam_in_follow(struct dcam_in *u, const struct cam_in *cam, unsigned port)
{
	for (unsigned l = 0; l < cam->saqs; l++)
		u->was[l] = (u->was[l] & ~bit(port)) | (cam->live[l] & bit(port));
}

/* Flags of all lines of these inputs; notifications; lists and NSB; these lines of an input, but their lists. */
void dcam_in_image(const struct dcam_in *u, const struct cam_in *cam, uint64_t inputs, struct image *m);
void dcam_in_image_told(const struct dcam_in *u, const struct cam_in *cam, uint64_t inputs, struct image *m);
void dcam_in_image_lists(const struct dcam_in *u, const struct shape *s, uint64_t inputs, struct image *m);
void dcam_in_image_lines(const struct cam_in *cam, const struct shape *s, unsigned port, uint64_t lines, struct image *m);

/* All lists are empty, and no Xoff is out. */
bool dcam_in_empty(const struct dcam_in *u, unsigned inputs);

#endif
