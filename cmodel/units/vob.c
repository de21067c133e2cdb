#include "vob.h"

#include "render.h"

#define UNIT_ROWS "units/vob.def"
#include "rows.h"

void vob_place(struct vob *u, const struct shape *all, unsigned routers, struct arena *a)
{
	u->router = arena_take(a, HOT, routers, sizeof *u->router);
	u->vc = arena_take(a, HOT, all->radix * VC_STRIDE, sizeof *u->vc);
}

void vob_reset(struct vob *u, const struct shape *s, unsigned routers)
{
	for (unsigned n = 0; n < routers; n++)
		for (unsigned o = 0; o < s->radix; o++)
			u->router[n].credited.port[o] = u->router[n].home.port[o] = (uint8_t)ones(s->vcs);
}

bool vob_rests(const struct vob *u, const struct shape *s, unsigned routers)
{
	for (unsigned port = 0; port < routers * s->radix; port++)
		if (u->router[port / s->radix].owned.port[port % s->radix] || u->router[port / s->radix].home.port[port % s->radix] != ones(s->vcs))
			return false;
	return true;
}

void vob_image(const struct vob *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_vob);

	for (unsigned o = 0; o < s->radix; o++) {
		render(r, o, ROW_owned_q, u->router->owned.port[o]);
		for (unsigned v = 0; v < s->vcs; v++) {
			render_field(r, o, ROW_owner_q, v, s->channel_w, vc_channel(s, vob_at(u, o, v)->owner));
			render_field(r, o, ROW_spent_q, v, s->depth_w, vob_at(u, o, v)->spent);
		}
	}
}
