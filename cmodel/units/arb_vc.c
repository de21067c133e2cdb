#include "arb_vc.h"

#include "render.h"

#define UNIT_ROWS "units/arb_vc.def"
#include "rows.h"

void arb_vc_reset(struct arb_vc *u, const struct shape *all)
{
	memset(u->last, (int)all->vc_queues - 1, all->radix * all->vcs);
}

/* The last queue has no bit. */
void arb_vc_image(const struct arb_vc *u, const struct shape *s, enum site at, struct image *m)
{
	const struct rendering r = render_unit(m, at);

	for (unsigned i = 0; i < s->radix; i++)
		for (unsigned v = 0; v < s->vcs; v++)
			render_field(r, i, ROW_prio_q, v, s->class_prio_w, bit(u->last[i * s->vcs + v]) & ones(s->class_prio_w));
}
