#include "ppu.h"

#include "render.h"

#define UNIT_ROWS "units/ppu.def"
#include "rows.h"

void ppu_place(struct ppu *u, const struct shape *s, struct arena *a)
{
	arbiter_place(&u->fetch, a, s->queues, ARBITER_round_robin);
}

void ppu_image(const struct ppu *u, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_ppu);
	unsigned i;

	EACH(i, inputs) {
		render(r, i, ROW_unjudged_q, rows_with(u->unjudged, u->fetch.n, i));
		render(r, i, ROW_judged_q, rows_with(u->judged, u->fetch.n, i));
	}
	arbiter_image(&u->fetch, inputs, r, ROW_arbiter_prio_q);
}
