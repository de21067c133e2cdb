#include "vca.h"

#include "render.h"

#define UNIT_ROWS "units/vca.def"
#include "rows.h"

/* The one served last, of n; the last one has no bit, and none is as the last one. */
static void image_turn(struct rendering r, unsigned row, unsigned k, unsigned n, unsigned above)
{
	const unsigned below = above ? lowest(above) - 1 : n - 1;

	if (n > 1)
		render_field(r, 0, row, k, n - 1, below < n - 1 ? bit(below) : 0);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct vca *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned port = 0; port < s->radix; port++) {
		image_turn(r, ROW_in_prio_q, port, s->vcs, u->port[port].above);
		image_turn(r, ROW_vc_prio_q, port, s->vcs, u->port[port].vc_above);
		for (unsigned vc = 0; vc < s->vcs; vc++)
			image_turn(r, ROW_out_prio_q, port * s->vcs + vc, s->radix, u->port[port].inputs[vc]);
	}
}

const struct unit_model vca_unit = { .arrays = ARRAYS(ARRAY(vca, HOT, port, port)), .image = image };
