#include "cmu.h"

void cmu_place(struct cmu *u, const struct shape *all, struct arena *a)
{
	u->wr = arena_take(a, HOT, all->radix, sizeof *u->wr);
	u->rd = arena_take(a, HOT, all->radix, sizeof *u->rd);
	u->wr_parcel = arena_take(a, HOT, all->radix, sizeof *u->wr_parcel);
	u->rd_parcel = arena_take(a, HOT, all->radix, sizeof *u->rd_parcel);
	u->ended = arena_take(a, HOT, all->radix, sizeof *u->ended);
	u->vcs = all->vcs;
	u->used = arena_take(a, HOT, all->radix * all->vcs, sizeof *u->used);
}

void cmu_reset(struct cmu *u, const struct shape *all)
{
	u->idle = ones(all->radix);
}
