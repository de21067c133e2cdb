#pragma once

#include "flit_store.h"
#include "members.h"

/*
 * Packets to AXI-Stream, frames of several packets: a ring of beats for each flow, so that frames do not mix. One step a cycle.
 * Invariant: `some` holds the flows with frames; a ring that is full has one. Places are modulo twice the beats of a ring.
 * RTL twin: rtl_gen/wiring/axis/axis_receive.v. docs/internals/microarchitecture-axis.md, 4.
 */
struct axis_receive {
	unsigned nodes, flows;
	unsigned source;                /* of the packet that comes */
	struct axis_ring {
		uint32_t wr, begin, rd; /* places: of the next beat that comes, of the first of its frame, of the next beat to be read */
		uint32_t frames;        /* whole ones that nobody has begun to read */
	} *ring;                        /* by flow */
	struct members some;
	struct flit_store memory;       /* beat_mem, by flow and place */

	bool shown, begun;              /* a beat was read, and the host has not taken it; one was read since reset */
	unsigned rd_flow;               /* of the beat read last */
	unsigned next;                  /* state of the arbiter: the flow after the one begun last; 0 after the last one, or if there was none */
};

/* Pins of a cycle. */
struct axis_receive_in {
	const struct flit *flit;        /* receive_data; NULL: receive_valid is 0 */
	bool first;
	unsigned source;                /* used only with a first flit */
	bool tready;
};

/* m_axis_* of a cycle. */
struct axis_receive_out {
	const struct flit *beat;        /* NULL: TVALID is 0 */
	unsigned source;                /* TDEST */
	bool last;
};

void axis_receive_place(struct axis_receive *u, const struct shape *s, struct arena *a);

/* receive_ready in this cycle, for the flit that is there. */
bool axis_receive_ready(const struct axis_receive *u, const struct shape *s, const struct axis_receive_in *in);

static inline struct axis_receive_out axis_receive_shows(const struct axis_receive *u)
{
	if (!u->shown)
		return (struct axis_receive_out){ .beat = NULL };
	return (struct axis_receive_out){ .beat = &u->memory.read, .source = u->rd_flow % u->nodes, .last = packet_ends_frame(&u->memory.read.packet, u->memory.read.number) };
}

void axis_receive_step(struct axis_receive *u, const struct shape *s, const struct axis_receive_in *in);
void axis_receive_image(const struct axis_receive *u, const struct shape *s, struct image *m);

/* Of beat_mem: {last, beat} of a flit, what is above its header, without the flag above. */
flit_store_word axis_receive_word;
