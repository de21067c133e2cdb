#include "xin.h"

#include "render.h"

#define UNIT_ROWS "units/xin.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct xin *const u = unit;

	u->to = arena_take(a, HOT, b->ports, 1);
	u->turn = arena_take(a, HOT, b->ports, 1);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct xin *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned i = 0; i < v->s->radix; i++)
		render_one_hot(r, i, ROW_to_q, u->any >> i & 1, u->turn[i]);
}

const struct unit_model xin_unit = { .place = place, .image = image };
