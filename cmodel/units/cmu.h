#pragma once

#include "bits.h"
#include "parcels.h"

/*
 * Cell memory of the sides of all ports of one kind: the packet that is written, the packet that is read, which packets have cells. Which cell is which
 * decides nothing; cells.h has them, for images.
 * Invariant: a packet has its cells from its header on, until it has been read to the end of each.
 * RTL twin: rtl_gen/units/cmu.v.
 */
struct cmu {
	uint64_t idle;                  /* ports that can be granted a packet: idle_q & ~long_begun_q */
	struct transit *wr, *rd;        /* by port: the packet written, read last, or from the next cycle on */
	uint16_t rd_vc[SWITCH_PORTS];   /* by port: VC of the latter */
	uint32_t *wr_parcel, *rd_parcel;
	uint16_t *used;                 /* by port, by VC: cells of packets that are not read to the end */
	unsigned cells;                 /* of a VC */
	uint64_t held;                  /* by all packets */
};

void cmu_place(struct cmu *u, const struct shape *all, struct arena *a);
void cmu_reset(struct cmu *u, const struct shape *all);

static inline unsigned cmu_need(const struct shape *s, const struct transit *t)
{
	return (t->flits + s->cell_flits - 1) / s->cell_flits;
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
	assert(cmu_used(u, s, port, in.vc, cycle) + need <= u->cells && "header without credits");
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
	const unsigned need = cmu_need(s, u->rd + port);
	uint16_t *const used = u->used + port * s->vcs + u->rd_vc[port];

	*used = (uint16_t)(*used - need);
	u->held -= need;
	u->idle |= bit(port);
}

static inline bool cmu_all_free(const struct cmu *u)
{
	return !u->held;
}
