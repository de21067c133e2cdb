#include "ccu.h"

#include "render.h"

#define UNIT_ROWS "units/ccu.def"
#include "rows.h"

static void reset(void *unit, const struct bank *b)
{
	((struct ccu *)unit)->cells = b->s->cells;
}

static bool rests(const void *unit, const struct bank *b)
{
	(void)b;
	return !((const struct ccu *)unit)->out;
}

bool ccu_fitted(const struct ccu *u, const struct shape *s, unsigned port, unsigned vc, unsigned need)
{
	const struct taken *now = u->take + port;

	return need + *ccu_at(u, s, port, vc) - (u->taking >> port & 1 && now->vc == vc ? now->need : 0) <= u->cells;
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct ccu *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned o = 0; o < s->radix; o++) {
		const unsigned gives = u->giving >> o & 1 ? u->give[o] : s->vcs;
		const bool taking = u->taking >> o & 1;
		const struct taken now = u->take[o];

		for (unsigned vc = 0; vc < s->vcs; vc++)
			render_field(r, o, ROW_taken_q, vc, s->cells_w, *ccu_at(u, s, o, vc) - (unsigned)(vc == gives) - (taking && vc == now.vc ? now.need : 0u));
		render_one_hot(r, o, ROW_taking_q, taking, now.vc);
		render(r, o, ROW_need_q, taking ? now.need : 0);
	}
}

const struct unit_model ccu_unit = {
	.arrays = ARRAYS(ARRAY(ccu, HOT, vc, taken), ARRAY(ccu, HOT, one, take)), .reset = reset, .rests = rests, .image = image,
};
