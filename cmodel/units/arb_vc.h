#ifndef ARB_VC_H
#define ARB_VC_H

#include "arena.h"
#include "bits.h"
#include "image.h"

/*
 * Selection of a queue in all ports of one kind: the lowest VC goes first, within it the queue after the one served last. The wiring walks through VCs and
 * queues in this order, and stops at the first that may be served.
 * RTL twin: rtl_gen/units/arb_vc.v.
 */
struct arb_vc {
	unsigned vcs;
	uint8_t *last;                  /* by port, by VC: queue served last */
};

static inline void arb_vc_place(struct arb_vc *u, const struct shape *all, struct arena *a)
{
	u->vcs = all->vcs;
	u->last = arena_take(a, HOT, all->radix * all->vcs, sizeof *u->last);
}

void arb_vc_reset(struct arb_vc *u, const struct shape *all);

/* Of these queues of the VC, the ones to be asked first; the others come after them. */
static inline uint64_t arb_vc_ahead(const struct arb_vc *u, unsigned port, unsigned vc, uint64_t queues)
{
	return queues & ~ones(u->last[port * u->vcs + vc] + 1u);
}

static inline void arb_vc_served(struct arb_vc *u, unsigned port, unsigned vc, unsigned queue)
{
	u->last[port * u->vcs + vc] = (uint8_t)queue;
}

void arb_vc_image(const struct arb_vc *u, const struct shape *s, enum site at, struct image *m);

#endif
