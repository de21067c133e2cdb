#include "arb_vc.h"

#include "render.h"

#define UNIT_ROWS "units/arb_vc.def"
#include "rows.h"

static void reset(void *unit, const struct bank *b)
{
	struct arb_vc *const u = unit;

	for (unsigned k = 0; k < b->ports * b->s->classes; k++)
		u->last[k] = (uint16_t)(b->s->class_queues - 1);
}

/* The last queue has no bit. */
static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct arb_vc *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned i = 0; i < s->radix && s->class_prio_w; i++) {
		render_one_hot(r, i, ROW_prio_q, false, 0);
		for (unsigned c = 0; c < s->classes; c++)
			if (arb_vc_last(u, s, i, c) < s->class_prio_w)
				render_more(r, i, ROW_prio_q, c * s->class_prio_w + arb_vc_last(u, s, i, c));
	}
}

const struct unit_model arb_vc_unit = { .arrays = ARRAYS(ARRAY(arb_vc, HOT, class, last)), .reset = reset, .image = image };
