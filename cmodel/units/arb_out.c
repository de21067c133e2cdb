#include "arb_out.h"

#include "render.h"

#define UNIT_ROWS "units/arb_out.def"
#include "rows.h"

void arb_out_place(struct arb_out *u, const struct shape *s, unsigned radix, struct arena *a)
{
	arbiter_place(&u->arbiter, a, radix, s->arbiter);
}

void arb_out_image(const struct arb_out *u, uint64_t outputs, struct image *m)
{
	arbiter_image(&u->arbiter, outputs, render_unit(m, SITE_arb_out), ROW_arbiter_prio_q);
}
