#pragma once

#include "arena.h"
#include "host_sink.h"

/*
 * Adapter from the receive side of a network interface whose links count cells to its host: a ring of flits for each VC, with a credit for each cell that
 * the host has taken. Flits of a packet follow each other, and a packet of the lowest VC with flits is begun. Its pins are those of host_sink; the service
 * level is that of the packet. One step a cycle.
 * Invariant: the host_cells credits of a VC keep its ring from running over.
 * RTL twin: rtl_gen/wiring/nic/host_receive.v. docs/internals/microarchitecture-nic.md, 5.
 */
enum { HOST_RECEIVE_VCS = 1 << VC_BITS };

struct host_receive {
	unsigned flits, vcs;            /* of a ring; rings */
	unsigned wr_vc, left;           /* the packet that comes: its VC, its flits still to come */
	bool comes;                     /* one has come since reset */
	struct { unsigned wr_at, rd_at, fill; } ring[HOST_RECEIVE_VCS];

	bool shown, begun;              /* a flit was read, and the host has not taken it; one was read since reset */
	bool first;                     /* the flit read last is the first of its packet, ... */
	unsigned rd_vc, place;          /* ... of this VC, ... at this place of a cell ... */
	struct flit_store memory;       /* ... of flit_mem, by VC and place */
	bool credit;                    /* tx_credit, ... */
	unsigned credit_vc;             /* ... tx_credit_vc in this cycle */
};

void host_receive_place(struct host_receive *u, const struct shape *s, struct arena *a);

/* receive_* of a cycle. */
static inline struct host_sink_out host_receive_shows(const struct host_receive *u)
{
	if (!u->shown)
		return (struct host_sink_out){ .flit = NULL };
	return (struct host_sink_out){ &u->memory.read, u->first, u->memory.read.number + 1 == u->memory.read.packet.flits, u->memory.read.packet.source };
}

/* Is there nothing in it? */
bool host_receive_empty(const struct host_receive *u);

void host_receive_step(struct host_receive *u, const struct shape *s, const struct host_sink_in *in);
void host_receive_image(const struct host_receive *u, const struct shape *s, struct image *m);

/* Of flit_mem: {last, flit}. */
flit_store_word host_receive_word;
