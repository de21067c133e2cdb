#ifndef CCU_H
#define CCU_H

#include "arena.h"
#include "bits.h"
#include "image.h"

#include <assert.h>
#include <string.h>

enum { VCS = 8 };

/*
 * Credits by VC, of all outputs: cells of the output side that no packet was promised, or cells downstream (of network interfaces, one of its links). What queues compare their heads with is the
 * count of the cycle before, since the result is registered (fits_q).
 * RTL twin: rtl_gen/units/ccu.v.
 */
struct ccu {
	unsigned cells;
	uint64_t moved;                 /* outputs where the two differ */
	uint16_t (*taken)[VCS], (*before)[VCS];
};

static inline void ccu_place(struct ccu *u, const struct shape *all, struct arena *a)
{
	u->cells = all->cells;
	u->taken = arena_take(a, HOT, all->radix, sizeof *u->taken);
	u->before = arena_take(a, HOT, all->radix, sizeof *u->before);
}

/* Did the cells fit in the cycle before? */
static inline bool ccu_fits(const struct ccu *u, unsigned port, unsigned vc, unsigned need)
{
	return need + u->before[port][vc] <= u->cells;
}

/* Cells that may be promised now. */
static inline unsigned ccu_spare(const struct ccu *u, unsigned port, unsigned vc)
{
	return u->cells - u->taken[port][vc];
}

/* A cycle ends: first this, then what it takes and gives. */
static inline void ccu_begin(struct ccu *u)
{
	unsigned o;

	EACH(o, u->moved)
		memcpy(u->before[o], u->taken[o], sizeof *u->taken);
	u->moved = 0;
}

static inline void ccu_take(struct ccu *u, unsigned port, unsigned vc, unsigned need)
{
	u->taken[port][vc] = (uint16_t)(u->taken[port][vc] + need);
	assert(u->taken[port][vc] <= u->cells);
	u->moved |= bit(port);
}

static inline void ccu_give(struct ccu *u, unsigned port, unsigned vc)
{
	assert(u->taken[port][vc] && "a credit for a cell that was not taken");
	u->taken[port][vc]--;
	u->moved |= bit(port);
}

bool ccu_all_given(const struct ccu *u, unsigned ports);
void ccu_image(const struct ccu *u, const struct shape *s, enum site at, struct image *m);

#endif
