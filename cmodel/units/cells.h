#pragma once

#include "cmu.h"
#include "hru.h"
#include "image.h"

/*
 * The registers and memories of CMU, cycle by cycle, as the RTL has them: which cell is which. For images alone; no decision depends on it. It is moved on
 * by an observer, behind the step: `now` is the first cycle that has not passed.
 */
struct cells_packet {           /* granted: read from `cycle` on */
	uint64_t cycle;
	struct packet packet;
	uint16_t cell, vc;
};

struct cells_free {             /* free cells of a VC */
	uint16_t fresh, hand, ring_rd, ring_wr, ring_count;
	bool hand_valid;
};

struct cells_port {
	uint16_t wr_first, wr_left, wr_left_prev, wr_cell, wr_flit, rd_left, rd_cell, rd_flit, wr_vc, rd_vc, credit_vc;
	uint16_t refill;                /* VC whose next cell free_mem delivers; vcs: none */
	bool rd_cross, follow, idle, long_begun, credit;
	uint32_t chain_word, free_word; /* read registers + 1; 0: unknown */
	bool chain_shown;               /* ... was known in the last image */
	uint64_t written;               /* flits of the packet written last that are there */
	struct packet in, out, data;    /* packets written last, read last; that of the flit read last ... */
	unsigned flit;                  /* ... which is this one */
	struct cells_packet granted;
};

/* What a port does in a cycle. */
struct cells_cycle {
	bool valid, head, take, chain_write;    /* a flit is written; a cell is taken; a word of chain_mem is written */
	unsigned vc, w, place;                  /* where */
	bool popping, go, last, ends, chain_read, follow;
	unsigned rd_vc, at, at_read, rd_place, left;
};

struct cells {
	unsigned vcs, side_cells;
	uint64_t now;
	struct cells_port *port;
	struct cells_free *free;        /* by port, by VC */
	uint32_t *chain, *ring;         /* by port, by cell: word + 1; 0: not written since reset */
	struct content { struct packet packet; uint16_t first, flits; } *content;       /* by port, by cell: flits of the packet written there last */
};

void cells_place(struct cells *u, const struct shape *all, struct arena *a);
void cells_reset(struct cells *u, const struct shape *all);

/* What a port does in cycle u->now. pace: a flit may be read. */
struct cells_cycle cells_look(const struct cells *u, const struct shape *s, const struct cmu *cmu, unsigned port, bool pace);

/* It does so; a header's packet knows its first cell from now on. pace_next: a flit may be read in the next cycle. */
void cells_pass(struct cells *u, const struct shape *s, const struct cmu *cmu, struct hru *hru, struct parcels *parcels, unsigned port,
		const struct cells_cycle *c, bool pace_next);

/* All ports have passed the cycle. */
static inline void cells_end(struct cells *u)
{
	u->now++;
}

void cells_image(struct cells *u, const struct shape *s, enum site at, struct image *m);

/* Memories, by the row of their names: CELLS_DATA and so on are their places among the rows of CMU. */
enum cells_memory { CELLS_DATA, CELLS_CHAIN, CELLS_FREE };
enum cells_memory cells_row(unsigned row);
bool cells_memory(const struct cells *u, const struct shape *s, enum cells_memory what, unsigned port, unsigned address, uint32_t *words);
bool cells_writes(const struct cells *u, const struct shape *s, const struct cells_cycle *c, enum cells_memory what, unsigned port, unsigned *address);
void cells_word(const struct cells *u, const struct shape *s, const struct cmu *cmu, const struct parcels *parcels, const struct cells_cycle *c,
		enum cells_memory what, unsigned port, uint32_t *words);
