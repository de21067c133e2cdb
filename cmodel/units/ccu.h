#ifndef CCU_H
#define CCU_H

#include "arena.h"
#include "bits.h"
#include "image.h"

#include <assert.h>

/*
 * Credits by VC, of all outputs: cells of the output side that no packet was promised, or cells downstream. What queues compare their heads with is the
 * count of the cycle before, since the result is registered (fits_q): so what a cycle takes and gives is counted when the next one ends.
 * RTL twin: rtl_gen/units/ccu.v.
 */
struct ccu {
	unsigned vcs, cells;
	uint16_t *taken;                /* by output, by VC: in the cycle before */
	uint64_t taking, giving;        /* outputs that took cells in the last cycle, and that were given one: ... */
	struct moved { uint16_t take, need, give; } *moved;     /* ... by output: of this VC so many; of this VC */
	uint64_t out;                   /* cells taken, all in all */
};

void ccu_place(struct ccu *u, const struct shape *all, struct arena *a);

static inline uint16_t *ccu_at(const struct ccu *u, unsigned port, unsigned vc)
{
	return u->taken + port * u->vcs + vc;
}

/* Did the cells fit in the cycle before? */
static inline bool ccu_fits(const struct ccu *u, unsigned port, unsigned vc, unsigned need)
{
	return need + *ccu_at(u, port, vc) <= u->cells;
}

/* A cycle ends: first this, then what it takes and gives. */
static inline void ccu_begin(struct ccu *u)
{
	unsigned o;

	EACH(o, u->taking) {
		uint16_t *const taken = ccu_at(u, o, u->moved[o].take);

		*taken = (uint16_t)(*taken + u->moved[o].need);
		assert(*taken <= u->cells);
	}
	EACH(o, u->giving) {
		uint16_t *const taken = ccu_at(u, o, u->moved[o].give);

		assert(*taken && "a credit for a cell that was not taken");
		--*taken;
	}
	u->taking = u->giving = 0;
}

/* At most once a cycle, as ccu_give(). */
static inline void ccu_take(struct ccu *u, unsigned port, unsigned vc, unsigned need)
{
	u->moved[port].take = (uint16_t)vc;
	u->moved[port].need = (uint16_t)need;
	u->taking |= bit(port);
	u->out += need;
}

static inline void ccu_give(struct ccu *u, unsigned port, unsigned vc)
{
	u->moved[port].give = (uint16_t)vc;
	u->giving |= bit(port);
	u->out--;
}

static inline bool ccu_all_given(const struct ccu *u)
{
	return !u->out;
}

void ccu_image(const struct ccu *u, const struct shape *s, enum site at, struct image *m);

#endif
