#pragma once

#include "flit.h"
#include "image.h"

/*
 * AXI-Stream to packets: a frame is cut, and one that is too long or goes to no node is dropped. Where a frame is never more than a packet, nothing is cut
 * or dropped here: the adapter behind refuses such packets, and they are counted. One step a cycle.
 * Invariant: outside a frame, and in the rest of one that is dropped, beat and flit are 0.
 * RTL twin: rtl_gen/wiring/axis/axis_send.v. docs/internals/microarchitecture-axis.md, 3.
 */
struct axis_send {
	bool run;                       /* frames may come */
	bool begun, swallow;            /* a frame is under way; the rest of it is dropped */
	uint32_t destination, id;       /* of the frame */
	unsigned beat, flit;            /* beats of the frame, and flits of the packet, so far */
	unsigned dropped;               /* frames; stays at the most */
};

/* Pins of a cycle. */
struct axis_send_in {
	bool run;
	bool valid, last;
	struct flit flit;               /* the beat, with TID of its frame and the flags that it gets: it is send_data */
	uint32_t destination, id;       /* TDEST, TID: used only with a first beat, but always of destination_w and axis_id_bits bits */
	bool ready, refused;            /* send_ready, send_refused */
};

struct axis_send_out {
	bool tready;
	bool send, send_last;           /* send_valid; send_last and what follows: with it */
	uint32_t destination;
	unsigned level;
};

/* Pins of the same cycle. tready does not depend on valid, last or flit. */
struct axis_send_out axis_send_wires(const struct axis_send *u, const struct shape *s, const struct axis_send_in *in);

static inline unsigned axis_send_dropped(const struct axis_send *u)
{
	return u->dropped;
}

void axis_send_step(struct axis_send *u, const struct shape *s, const struct axis_send_in *in);
void axis_send_image(const struct axis_send *u, struct image *m);
