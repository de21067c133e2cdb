#include "ncu.h"

#include "render.h"

#define UNIT_ROWS "units/ncu.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct ncu *const u = unit;

	u->classes = b->s->credit_classes;
	u->credits = b->s->class_credits;
	u->used = arena_take(a, HOT, (size_t)b->switches * u->classes, sizeof *u->used);
}

static bool rests(const void *unit, const struct bank *b)
{
	(void)b;
	return !((const struct ncu *)unit)->out;
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct ncu *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned k = 0; k < u->classes; k++)
		render_field(r, 0, ROW_used_q, k, clog2(u->credits + 1), u->used[k]);
}

const struct unit_model ncu_unit = { .place = place, .rests = rests, .image = image };
