#include "ppu.h"

#include "render.h"

#define UNIT_ROWS "units/ppu.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct ppu *const u = unit;

	arbiter_place(&u->fetch, a, b->s->queues, ARBITER_round_robin);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct ppu *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	EACH_IN(i, v->ports) {
		render(r, i, ROW_unjudged_q, rows_with(u->unjudged, u->fetch.n, i));
		render(r, i, ROW_judged_q, rows_with(u->judged, u->fetch.n, i));
	}
	arbiter_image(&u->fetch, v->ports, r, ROW_arbiter_prio_q);
}

const struct unit_model ppu_unit = { .place = place, .image = image };
