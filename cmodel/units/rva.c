#include "rva.h"

#include "render.h"

#define UNIT_ROWS "units/rva.def"
#include "rows.h"

void rva_place(struct rva *u, unsigned routers, struct arena *a)
{
	u->router = arena_take(a, HOT, routers, sizeof *u->router);
}

void rva_reset(struct rva *u, const struct shape *s, unsigned routers)
{
	for (unsigned n = 0; n < routers; n++)
		u->router[n].served = (uint8_t)vc_last(s);
}

/* The last input VC has no bit. */
void rva_image(const struct rva *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_rva);
	const unsigned served = vc_channel(s, u->router->served);

	render_one_hot(r, 0, ROW_prio_q, served < s->channel_prio_w, served);
	render_bit(r, 0, ROW_tie_q, u->router->tie);
}
