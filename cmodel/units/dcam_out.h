#ifndef DCAM_OUT_H
#define DCAM_OUT_H

#include "cam_out.h"

/*
 * Destinations stopped from downstream, of all output ports: what a line has beside its state, which is that of struct cam_out, with
 * hops in place of a length in turns. A header that leaves for one of them notifies its input.
 * RTL twin: rtl_gen/units/dcam_out.v. FBICM 3.5.
 */
struct dcam_out {
	unsigned nodes;
	uint32_t notify[SWITCH_PORTS];  /* by output: notify_destination_q */
	uint32_t *clop;                 /* by output, by destination: lines that it is stopped in. NULL: it is in struct clop */
};

void dcam_out_place(struct dcam_out *u, const struct shape *s, struct arena *a);

static inline uint32_t *dcam_out_row(const struct dcam_out *u, unsigned port, uint32_t destination)
{
	return u->clop + (size_t)port * u->nodes + destination;
}

/* The header of a packet leaves: notification for the cycle after, if its destination, with this row, is stopped in a line that may have
 * one before it. */
void dcam_out_match(struct dcam_out *u, struct cam_out *cam, const struct shape *s, unsigned port, uint32_t row, uint32_t destination, unsigned from);

void dcam_out_message(struct dcam_out *u, struct cam_out *cam, const struct shape *s, unsigned port, const struct message *msg);

/* Of these outputs, the notification; Xons; lines. */
void dcam_out_image(const struct dcam_out *u, const struct cam_out *cam, uint64_t outputs, struct image *m);
void dcam_out_image_xon(const struct cam_out *cam, uint64_t outputs, struct image *m);
void dcam_out_image_lines(const struct dcam_out *u, const struct cam_out *cam, const struct shape *s, uint64_t outputs, struct image *m);

/* No destination is stopped. */
bool dcam_out_empty(const struct dcam_out *u, unsigned outputs);

#endif
