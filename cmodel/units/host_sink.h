#pragma once

#include "flit_store.h"

/*
 * Adapter from the receive side of a network interface to its host: a ring of packets, with a credit for each that the host has taken. One step a cycle.
 * Invariant: the host_slots credits of the receive side keep the ring from running over.
 * RTL twin: rtl_gen/units/sink.v. docs/internals/microarchitecture-slot-nic.md, 6.
 */
struct host_sink {
	unsigned flits;                 /* of the ring */
	unsigned wr_at, rd_at, fill;
	bool shown;                     /* a flit was read, and the host has not taken it */
	unsigned left;                  /* flits of its packet that the host has not taken; 0: it is a first flit */
	bool credit;                    /* tx_credit in this cycle */
	struct flit_store memory;       /* flit_mem */
};

/* Pins of a cycle. */
struct host_sink_in {
	const struct flit *flit;        /* on tx_* of the network interface, the first one with a header; NULL: none */
	bool ready;                     /* receive_ready */
};

/* receive_* of a cycle. */
struct host_sink_out {
	const struct flit *flit;        /* NULL: receive_valid is 0 */
	bool first, last;
	unsigned source;                /* with a first flit */
};

void host_sink_place(struct host_sink *u, const struct shape *s, struct arena *a);

static inline struct host_sink_out host_sink_shows(const struct host_sink *u)
{
	const unsigned left = u->left ? u->left : u->memory.read.packet.flits;

	if (!u->shown)
		return (struct host_sink_out){ .flit = NULL };
	return (struct host_sink_out){ .flit = &u->memory.read, .first = !u->left, .last = left == 1, .source = u->memory.read.packet.source };
}

void host_sink_step(struct host_sink *u, const struct host_sink_in *in);
void host_sink_image(const struct host_sink *u, const struct shape *s, struct image *m);
