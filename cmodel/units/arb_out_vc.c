#include "arb_out_vc.h"

#include "render.h"

#define UNIT_ROWS "units/arb_out_vc.def"
#include "rows.h"

static void reset(void *unit, const struct bank *b)
{
	struct arb_out_vc *const u = unit;

	memset(u->last, (int)b->s->radix - 1, b->ports * b->s->classes);
}

/* The last input has no bit. */
static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct arb_out_vc *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned o = 0; o < s->radix; o++)
		for (unsigned c = 0; c < s->classes; c++)
			render_field(r, o, ROW_prio_q, c, s->radix - 1, bit(u->last[o * s->classes + c]) & ones(s->radix - 1));
}

const struct unit_model arb_out_vc_unit = { .arrays = ARRAYS(ARRAY(arb_out_vc, HOT, class, last)), .reset = reset, .image = image };
