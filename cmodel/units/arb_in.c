#include "arb_in.h"

#include "arbiter.h"
#include "render.h"

#define UNIT_ROWS "units/arb_in.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	arbiter_place(unit, a, b->s->queues, b->s->arbiter);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	arbiter_image(unit, v->ports, render_unit(m, v->site), ROW_arbiter_prio_q);
}

const struct unit_model arb_in_unit = { .place = place, .reset = arbiter_reset, .image = image };
