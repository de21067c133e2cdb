#include "vob.h"

#include "render.h"

#define UNIT_ROWS "units/vob.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct vob *const u = unit;

	u->vc = arena_take(a, HOT, b->s->vcs, sizeof *u->vc);
}

static void reset(void *unit, const struct bank *b)
{
	struct vob *const u = unit;

	for (unsigned v = 0; v < b->s->vcs; v++) {
		u->vc[v].credited = u->vc[v].home = ones(b->ports);
		bytes_put(ones(b->ports), u->vc[v].owner_vc, 1);
	}
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct vob *const u = unit;

	for (unsigned v = 0; v < b->s->vcs; v++)
		if (u->vc[v].owned || u->vc[v].home != ones(b->ports))
			return false;
	return true;
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct vob *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);
	const struct vc_set owned = vob_owned(u, s, 0, s->vcs);

	for (unsigned o = 0; o < s->radix; o++) {
		render(r, o, ROW_owned_q, owned.port[o]);
		for (unsigned vc = 0; vc < s->vcs; vc++) {
			render_field(r, o, ROW_owner_q, vc, s->channel_w, vc_channel(s, vob_owner(u, o, vc)));
			render_field(r, o, ROW_spent_q, vc, s->depth_w, u->vc[vc].spent[o]);
		}
	}
}

const struct unit_model vob_unit = { .place = place, .reset = reset, .rests = rests, .image = image };
