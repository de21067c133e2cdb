#ifndef CMU_H
#define CMU_H

#include "bits.h"
#include "parcels.h"

/*
 * Cell memory of the sides of all ports of one kind: the packet that is written, the packet that is read, when cells end. Which cell is which decides
 * nothing; cells.h has them, for images.
 * Invariant: a packet has its cells from its header on, until it has been read to the end of each.
 * RTL twin: rtl_gen/units/cmu.v.
 */
struct cmu {
	uint64_t idle;                  /* ports that can be granted a packet: idle_q & ~long_begun_q */
	struct transit *wr, *rd;        /* by port: the packet written, read last, or from the next cycle on */
	uint32_t *wr_parcel, *rd_parcel;
	uint16_t *ended;                /* by port: flits of that packet up to the end of the cell being read */
	unsigned vcs;
	uint16_t *used;                 /* by port, by VC: cells that packets have, or will need */
	uint64_t held;                  /* all of them */
};

void cmu_place(struct cmu *u, const struct shape *all, struct arena *a);
void cmu_reset(struct cmu *u, const struct shape *all);

/* A header comes in `cycle`, the other flits as the parcel says. */
static inline void cmu_arrive(struct cmu *u, const struct shape *s, unsigned port, uint64_t cycle, uint32_t k, const struct parcel *p)
{
	uint16_t *const used = u->used + port * u->vcs + p->in.vc;

	assert((!u->wr[port].flits || cycle > transit_last(s, u->wr + port)) && "header inside a packet");
	*used = (uint16_t)(*used + p->need);
	assert(*used <= s->cells && "header without credits");
	u->held += p->need;
	u->wr[port] = p->in;
	u->wr_parcel[port] = k;
	(void)s;
	(void)cycle;
}

/* The cycle in which the cell ends that is being read. */
static inline uint64_t cmu_end(const struct cmu *u, const struct shape *s, unsigned port)
{
	return transit_at(s, u->rd + port, u->ended[port] - 1u);
}

/* A packet is granted. Of several flits, it makes the side busy. */
static inline void cmu_grant(struct cmu *u, const struct shape *s, unsigned port, uint32_t k, struct transit rd)
{
	u->rd[port] = rd;
	u->rd_parcel[port] = k;
	u->ended[port] = (uint16_t)(rd.flits < s->cell_flits ? rd.flits : s->cell_flits);
	u->idle &= ~((uint64_t)(rd.flits > 1) << port);
}

/* A cell is read to its end. Returns whether it was the last one of its packet: then the side can be granted another. */
static inline bool cmu_end_cell(struct cmu *u, const struct shape *s, unsigned port)
{
	const unsigned flits = u->rd[port].flits, next = u->ended[port] + s->cell_flits;

	u->used[port * u->vcs + u->rd[port].vc]--;
	u->held--;
	if (u->ended[port] == flits) {
		u->idle |= bit(port);
		return true;
	}
	u->ended[port] = (uint16_t)(next < flits ? next : flits);
	return false;
}

static inline bool cmu_all_free(const struct cmu *u)
{
	return !u->held;
}

#endif
