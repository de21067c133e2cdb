#pragma once

#include "bits.h"
#include "packet.h"
#include "unit.h"

#include <stdbool.h>

/*
 * A memory of slots of packets, as images show it: its write side and its read side, flit by flit. For images alone, of the first of a bank:
 * what came in a cycle and what was granted in it is filed after the step, and takes effect when the cycle passes. A unit that has one begins with it.
 * Invariant: a slot is not written again before the packet in it has been read to its end.
 */
struct flit_memory {
	unsigned packet_flits;
	struct packet *slot;            /* by slot: the packet that came last; none since reset has no flits */
	struct { unsigned slot, flits; } wr;    /* slot of the packet that came last, and how much of it has */
	struct { unsigned slot, flit, left; } rd;       /* slot of the packet being read, or read last; flits that were read; flits that are left */
	bool popping;                   /* a packet was granted in the cycle before: ... */
	unsigned pop_slot;              /* ... in this slot */
	struct { struct packet packet; unsigned flit; } read;   /* flit read in the cycle before, or last; of no flits: none yet */
	bool credit;                    /* a credit goes: with a flit that was read in the cycle before */

	bool arrived, granted;          /* in the cycle that has not passed: ... */
	struct packet arrival;          /* ... this packet, ... */
	unsigned arrival_slot, granted_slot, granted_flits;
};

void flit_memory_place(struct flit_memory *u, unsigned slots, unsigned packet_flits, struct arena *a);

/* File what a step did: a packet came, or one was granted. */
void flit_memory_arrive(struct flit_memory *u, unsigned slot, const struct packet *p);
void flit_memory_grant(struct flit_memory *u, unsigned slot, unsigned flits);

/* A cycle passes. */
void flit_memory_pass(struct flit_memory *u);

/* What both sides show: waddr_q, of so many bits, is in this row of the unit, and behind it raddr_q, rd_left_q and credit_q; and its read register, of the
 * memory in the other. */
struct rendering;
void flit_memory_image(const struct flit_memory *u, const struct sight *, unsigned waddr_w, struct rendering r, unsigned row, unsigned data, struct image *m);

/* In a model of such a unit. A word is none if not written since reset, or since another packet came into the slot. */
bool flit_memory_at(const void *unit, const struct sight *, unsigned row, unsigned port, unsigned address, uint32_t *words);
uint64_t flit_memory_writes(const void *unit, const struct sight *, unsigned row, unsigned address[SWITCH_PORTS]);
bool flit_memory_word(const void *unit, const struct sight *, unsigned row, unsigned port, unsigned address, uint32_t *words);
