#include "vob.h"

#include "render.h"

#define UNIT_ROWS "units/vob.def"
#include "rows.h"

void vob_place(struct vob *u, const struct shape *all, struct arena *a)
{
	u->vc = arena_take(a, HOT, all->vcs, sizeof *u->vc);
}

void vob_reset(struct vob *u, const struct shape *s, uint64_t ports)
{
	for (unsigned v = 0; v < s->vcs; v++) {
		u->vc[v].credited = u->vc[v].home = ports;
		bytes_put(ports, u->vc[v].owner_vc, 1);
	}
}

bool vob_rests(const struct vob *u, const struct shape *s, uint64_t ports)
{
	for (unsigned v = 0; v < s->vcs; v++)
		if (u->vc[v].owned || u->vc[v].home != ports)
			return false;
	return true;
}

void vob_image(const struct vob *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_vob);
	const struct vc_set owned = vob_owned(u, s, 0, s->vcs);

	for (unsigned o = 0; o < s->radix; o++) {
		render(r, o, ROW_owned_q, owned.port[o]);
		for (unsigned v = 0; v < s->vcs; v++) {
			render_field(r, o, ROW_owner_q, v, s->channel_w, vc_channel(s, vob_owner(u, o, v)));
			render_field(r, o, ROW_spent_q, v, s->depth_w, u->vc[v].spent[o]);
		}
	}
}
