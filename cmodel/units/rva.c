#include "rva.h"

#include "render.h"

#define UNIT_ROWS "units/rva.def"
#include "rows.h"

static void reset(void *unit, const struct bank *b)
{
	struct rva *const u = unit;

	for (unsigned n = 0; n < b->switches; n++)
		u->router[n].served = (uint8_t)vc_last(b->s);
}

/* The last input VC has no bit. */
static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct rva *const u = unit;
	const struct rendering r = render_unit(m, v->site);
	const unsigned served = vc_channel(v->s, u->router->served);

	render_one_hot(r, 0, ROW_prio_q, served < v->s->channel_prio_w, served);
	render_bit(r, 0, ROW_tie_q, u->router->tie);
}

const struct unit_model rva_unit = { .arrays = ARRAYS(ARRAY(rva, HOT, switch, router)), .reset = reset, .image = image };
