#pragma once

#include "bits.h"
#include "hru.h"
#include "parcels.h"
#include "unit.h"

/* Of cells, a packet that is granted: read from `cycle` on. */
struct cells_packet {
	uint64_t cycle;
	struct packet packet;
	uint16_t cell, vc;
};

/* Free cells of a VC. */
struct cells_free {
	uint16_t fresh, hand, ring_rd, ring_wr, ring_count;
	bool hand_valid;
};

/* What a port does in a cycle. */
struct cells_cycle {
	bool valid, head, take, chain_write;    /* a flit is written; a cell is taken; a word of chain_mem is written */
	unsigned vc, w, place;                  /* where */
	bool popping, go, last, ends, chain_read, follow;
	unsigned rd_vc, at, at_read, rd_place, left;
};

struct cells_port {
	uint16_t wr_first, wr_left, wr_left_prev, wr_cell, wr_flit, rd_left, rd_cell, rd_flit, wr_vc, rd_vc, credit_vc;
	uint16_t refill;                /* VC whose next cell free_mem delivers; vcs: none */
	bool rd_cross, follow, idle, long_begun, credit;
	bool pace;                      /* a flit may be read */
	uint32_t chain_word, free_word; /* read registers + 1; 0: unknown */
	bool chain_shown;               /* ... was known in the last image */
	uint64_t written;               /* flits of the packet written last that are there */
	struct packet in, out, data;    /* packets written last, read last; that of the flit read last ... */
	unsigned flit;                  /* ... which is this one */
	struct cells_packet granted;
	struct cells_cycle does;        /* in the cycle that passes */
};

/* The registers and memories cycle by cycle, as the RTL has them: which cell is which. No decision depends on it. */
struct cells {
	uint64_t now;                   /* the first cycle that has not passed */
	struct cells_port *port;
	struct cells_free *free;        /* by port, by VC */
	uint32_t *chain, *ring;         /* by port, by cell: word + 1; 0: not written since reset */
	struct content { struct packet packet; uint16_t first, flits; } *content;       /* by port, by cell: flits of the packet written there last */
	struct hru *hru;                /* of the same side; is told the cell of a header */
	struct parcels *parcels;
};

/*
 * Cell memory of the sides of all ports of one kind: the packet that is written, the packet that is read, which packets have cells. Which cell is which
 * decides nothing; `cells` has them, for images.
 * Invariant: a packet has its cells from its header on, until it has been read to the end of each.
 * RTL twin: rtl_gen/units/cmu.v.
 */
struct cmu {
	uint64_t idle;                  /* ports that can be granted a packet: idle_q & ~long_begun_q */
	struct transit *wr, *rd;        /* by port: the packet written, read last, or from the next cycle on */
	uint16_t rd_vc[SWITCH_PORTS];   /* by port: VC of the latter */
	uint32_t *wr_parcel, *rd_parcel;
	uint16_t *used;                 /* by port, by VC: cells of packets that are not read to the end */
	unsigned most;                  /* cells of a VC */
	uint64_t held;                  /* by all packets */
	struct cells cells;             /* for images alone */
};

/* Of which side it is. */
static inline void cmu_join(struct cmu *u, struct hru *hru, struct parcels *parcels)
{
	u->cells.hru = hru;
	u->cells.parcels = parcels;
}

/* Cells of a VC that packets have, or will need, at the end of the cycle. */
STAGE unsigned cmu_used(const struct cmu *u, const struct shape *s, unsigned port, unsigned vc, uint64_t cycle)
{
	const unsigned reading = !(u->idle >> port & 1) & (u->rd_vc[port] == vc), read = transit_before(s, u->rd + port, cycle + 1) / s->cell_flits;

	return u->used[port * s->vcs + vc] - reading * read;     /* which cannot be foreseen: so there is no branch */
}

/* A header comes in `cycle`, the other flits as `in` says. need: cells of the packet. */
STAGE void cmu_arrive(struct cmu *u, const struct shape *s, unsigned port, uint64_t cycle, uint32_t k, struct transit in, unsigned need)
{
	uint16_t *const used = u->used + port * s->vcs + in.vc;

	assert((!u->wr[port].flits || cycle > transit_last(s, u->wr + port)) && "header inside a packet");
	assert(cmu_used(u, s, port, in.vc, cycle) + need <= u->most && "header without credits");
	*used = (uint16_t)(*used + need);
	u->held += need;
	u->wr[port] = in;
	u->wr_parcel[port] = k;
	(void)cycle;
}

/* A packet is granted. Of several flits, it makes the side busy. */
STAGE void cmu_grant(struct cmu *u, unsigned port, uint32_t k, struct transit rd)
{
	u->rd[port] = rd;
	u->rd_vc[port] = rd.vc;
	u->rd_parcel[port] = k;
	u->idle &= ~((uint64_t)(rd.flits > 1) << port);
}

/* The packet is read to its end: the side can be granted another. */
STAGE void cmu_end(struct cmu *u, const struct shape *s, unsigned port)
{
	const unsigned need = (u->rd[port].flits + s->cell_flits - 1) / s->cell_flits;
	uint16_t *const used = u->used + port * s->vcs + u->rd_vc[port];

	*used = (uint16_t)(*used - need);
	u->held -= need;
	u->idle |= bit(port);
}

/* For images: what ports do in the cycle that has not passed. Ports that read a flit; the first of a packet; that a header comes to. */
struct cmu_ports { uint64_t read, first, heads; };
struct cmu_ports cmu_look(struct cmu *u, const struct shape *s);

/* They do so; a header's packet knows its first cell from now on. paces: ports where a flit may be read in the next cycle. */
void cmu_pass(struct cmu *u, const struct shape *s, uint64_t paces);

extern const struct unit_model cmu_unit;
