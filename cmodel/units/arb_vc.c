#include "arb_vc.h"

#include "render.h"

#define UNIT_ROWS "units/arb_vc.def"
#include "rows.h"

void arb_vc_reset(struct arb_vc *u, const struct shape *all)
{
	for (unsigned k = 0; k < all->radix * all->classes; k++)
		u->last[k] = (uint16_t)(all->class_queues - 1);
}

/* The last queue has no bit. */
void arb_vc_image(const struct arb_vc *u, const struct shape *s, enum site at, struct image *m)
{
	const struct rendering r = render_unit(m, at);

	for (unsigned i = 0; i < s->radix && s->class_prio_w; i++) {
		render_one_hot(r, i, ROW_prio_q, false, 0);
		for (unsigned c = 0; c < s->classes; c++)
			if (arb_vc_last(u, i, c) < s->class_prio_w)
				render_more(r, i, ROW_prio_q, c * s->class_prio_w + arb_vc_last(u, i, c));
	}
}
