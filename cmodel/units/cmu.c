#include "cmu.h"

void cmu_place(struct cmu *u, const struct shape *all, struct arena *a)
{
	u->wr = arena_take(a, HOT, all->radix, sizeof *u->wr);
	u->rd = arena_take(a, HOT, all->radix, sizeof *u->rd);
	u->wr_parcel = arena_take(a, HOT, all->radix, sizeof *u->wr_parcel);
	u->rd_parcel = arena_take(a, HOT, all->radix, sizeof *u->rd_parcel);
	u->ended = arena_take(a, HOT, all->radix, sizeof *u->ended);
	u->used = arena_take(a, HOT, all->radix, sizeof *u->used);
}

void cmu_reset(struct cmu *u, const struct shape *all)
{
	u->idle = ones(all->radix);
}

bool cmu_all_free(const struct cmu *u, unsigned ports)
{
	static const uint16_t none[VCS];

	for (unsigned i = 0; i < ports; i++)
		if (memcmp(u->used[i], none, sizeof none))
			return false;
	return true;
}
