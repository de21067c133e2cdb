#include "arb_out.h"

#include "oport.h"
#include "render.h"

#define UNIT_ROWS "units/arb_out.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct arb_out *const u = unit;

	arbiter_place(&u->arbiter, a, b->s->radix, b->s->arbiter);
}

/* Of outputs that were granted: nothing else changes them. */
static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct arb_out *const u = unit;

	arbiter_image(&u->arbiter, v->anew ? v->ports : v->ports & oport_granted(v->at[SITE_oport].unit, v->cycle - 1), render_unit(m, v->site), ROW_arbiter_prio_q);
}

const struct unit_model arb_out_unit = { .place = place, .reset = arbiter_reset, .image = image };
