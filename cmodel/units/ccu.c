#include "ccu.h"

#include "render.h"

#define UNIT_ROWS "units/ccu.def"
#include "rows.h"

void ccu_place(struct ccu *u, const struct shape *all, struct arena *a)
{
	u->cells = all->cells;
	u->taken = arena_take(a, HOT, all->radix * all->vcs, sizeof *u->taken);
	u->take = arena_take(a, HOT, all->radix, sizeof *u->take);
}

bool ccu_fitted(const struct ccu *u, const struct shape *s, unsigned port, unsigned vc, unsigned need)
{
	const struct taken *now = u->take + port;

	return need + *ccu_at(u, s, port, vc) - (u->taking >> port & 1 && now->vc == vc ? now->need : 0) <= u->cells;
}

void ccu_image(const struct ccu *u, const struct shape *s, enum site at, struct image *m)
{
	const struct rendering r = render_unit(m, at);

	for (unsigned o = 0; o < s->radix; o++) {
		const unsigned gives = u->giving >> o & 1 ? u->give[o] : s->vcs;
		const bool taking = u->taking >> o & 1;
		const struct taken now = u->take[o];

		for (unsigned v = 0; v < s->vcs; v++)
			render_field(r, o, ROW_taken_q, v, s->cells_w, *ccu_at(u, s, o, v) - (unsigned)(v == gives) - (taking && v == now.vc ? now.need : 0u));
		render_one_hot(r, o, ROW_taking_q, taking, now.vc);
		render(r, o, ROW_need_q, taking ? now.need : 0);
	}
}
