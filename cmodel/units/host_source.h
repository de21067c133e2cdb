#pragma once

#include "flit_store.h"

/*
 * Adapter from a host to the send side of a network interface: a ring of two packets' flits. A packet goes when it is whole, its length is known, and its
 * queue has a credit. One step a cycle.
 * Invariant: the ring has the flits of whole packets that were not read, and behind them those of the packet that comes: whole + stored <= flits.
 * RTL twin: rtl_gen/units/source.v. docs/internals/microarchitecture-slot-nic.md, 6.
 */
struct host_source {
	unsigned flits, credits;        /* of the ring; of a queue of the send side */

	unsigned start, wr_at, stored;  /* the packet that comes: its first place, its next one, its flits in the ring */
	struct host_source_packet {
		uint32_t destination;
		unsigned queue;         /* of the send side */
		unsigned flits;         /* of one in info_mem: its length; 0: the word was never written */
	} coming;
	bool refuse, refused;           /* the packet that comes is refused; send_refused: one ended in the last cycle that was */
	unsigned whole;                 /* flits of whole packets that were not read */

	bool shown;                     /* a flit was read, and is to go */
	unsigned rd_at, left;
	struct host_source_packet info; /* read last from info_mem */
	uint16_t *used;                 /* by queue: slots that packets of this host have */

	bool valid, head;               /* the link: ... */
	struct flit link;               /* ... this flit, or the last one */

	struct flit_store memory;       /* flit_mem, as the host sent them */
	struct host_source_packet *note;     /* info_mem, by place of a first flit */
	bool noted;                     /* in the last step it was written, ... */
	unsigned noted_at;              /* ... here */
};

/* Pins of a cycle. */
struct host_source_in {
	bool valid, last;
	struct flit flit;               /* of a packet that has its tag and its final length */
	uint32_t destination;           /* used only with a first flit, but always of destination_w bits; as well: */
	unsigned queue;                 /* pfc-nic: send_queue */
	bool credit;
	unsigned credit_queue;
};

void host_source_place(struct host_source *u, const struct shape *s, struct arena *a);

/* send_ready, send_room in this cycle. */
static inline bool host_source_ready(const struct host_source *u)
{
	return u->refuse || u->whole + u->stored != u->flits;
}

static inline bool host_source_room(const struct host_source *u, unsigned queue)
{
	return u->used[queue] != u->credits;
}

/* The flit on rx_* of the network interface in this cycle, of number 0 with the header that a host writes; NULL: none. */
static inline const struct flit *host_source_sends(const struct host_source *u)
{
	return u->valid ? &u->link : NULL;
}

/* A cycle passes. node: number of the end node. */
void host_source_step(struct host_source *u, const struct shape *s, unsigned node, const struct host_source_in *in);

void host_source_image(const struct host_source *u, const struct shape *s, struct image *m);

/* A word of a memory at the beginning of the cycle; false: never written. Was the memory written in the last step, and where? row: of the unit's table. */
bool host_source_memory(const struct host_source *u, const struct shape *s, unsigned row, unsigned address, uint32_t *words);
bool host_source_writes(const struct host_source *u, unsigned row, unsigned *address);
