#include "arb_out_vc.h"

#include "render.h"

#define UNIT_ROWS "units/arb_out_vc.def"
#include "rows.h"

void arb_out_vc_reset(struct arb_out_vc *u, const struct shape *all, unsigned radix)
{
	memset(u->last, (int)radix - 1, all->radix * all->classes);
}

/* The last input has no bit. */
void arb_out_vc_image(const struct arb_out_vc *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_arb_out_vc);

	for (unsigned o = 0; o < s->radix; o++)
		for (unsigned c = 0; c < s->classes; c++)
			render_field(r, o, ROW_prio_q, c, s->radix - 1, bit(u->last[o * s->classes + c]) & ones(s->radix - 1));
}
