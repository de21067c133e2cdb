#include "ncu.h"

#include "render.h"

#define UNIT_ROWS "units/ncu.def"
#include "rows.h"

void ncu_place(struct ncu *u, const struct shape *s, unsigned interfaces, struct arena *a)
{
	u->classes = s->credit_classes;
	u->credits = s->class_credits;
	u->used = arena_take(a, HOT, (size_t)interfaces * u->classes, sizeof *u->used);
}

void ncu_image(const struct ncu *u, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_ncu);

	for (unsigned k = 0; k < u->classes; k++)
		render_field(r, 0, ROW_used_q, k, clog2(u->credits + 1), u->used[k]);
}
