#include "arb_in.h"

#include "render.h"

#define UNIT_ROWS "units/arb_in.def"
#include "rows.h"

void arb_in_place(struct arb_in *u, const struct shape *s, struct arena *a)
{
	arbiter_place(&u->arbiter, a, s->queues, s->arbiter);
}

void arb_in_image(const struct arbiter_bank *queues, uint64_t inputs, struct image *m)
{
	arbiter_image(queues, inputs, render_unit(m, SITE_arb_in), ROW_arbiter_prio_q);
}
