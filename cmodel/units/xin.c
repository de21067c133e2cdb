#include "xin.h"

#include "render.h"

#define UNIT_ROWS "units/xin.def"
#include "rows.h"

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct xin *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned i = 0; i < v->s->radix; i++)
		render_one_hot(r, i, ROW_to_q, u->any >> i & 1, u->turn[i]);
}

const struct unit_model xin_unit = { .arrays = ARRAYS(ARRAY(xin, HOT, one, to), ARRAY(xin, HOT, one, turn)), .image = image };
