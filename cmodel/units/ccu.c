#include "ccu.h"

#include "render.h"

#define UNIT_ROWS "units/ccu.def"
#include "rows.h"

void ccu_place(struct ccu *u, const struct shape *all, struct arena *a)
{
	u->vcs = all->vcs;
	u->cells = all->cells;
	u->taken = arena_take(a, HOT, all->radix * all->vcs, sizeof *u->taken);
	u->moved = arena_take(a, HOT, all->radix, sizeof *u->moved);
}

void ccu_image(const struct ccu *u, const struct shape *s, enum site at, struct image *m)
{
	const struct rendering r = render_unit(m, at);

	for (unsigned o = 0; o < s->radix; o++) {
		const struct moved *now = u->moved + o;
		const unsigned takes = u->taking >> o & 1 ? now->take : s->vcs, gives = u->giving >> o & 1 ? now->give : s->vcs;

		for (unsigned v = 0; v < s->vcs; v++)
			render_field(r, o, ROW_taken_q, v, s->cells_w, *ccu_at(u, o, v) + (v == takes ? now->need : 0u) - (v == gives));
	}
}
