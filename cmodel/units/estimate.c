#include "estimate.h"

#include "render.h"

#define UNIT_ROWS "units/estimate.def"
#include "rows.h"

/* The low `width` bits, signed. */
static int64_t signed_low(int64_t value, unsigned width)
{
	const uint64_t sign = bit(width - 1);

	return (int64_t)((((uint64_t)value & ones(width)) ^ sign) - sign);
}

int64_t estimate_ahead(const struct estimate *u, const struct shape *s, unsigned router, uint64_t cycle)
{
	const struct estimate_router *r = u->router + router;

	return signed_low(r->ahead + r->slope * (int64_t)(cycle - r->since), s->ahead_w);
}

void estimate_take(struct estimate *u, const struct shape *s, unsigned router, uint64_t cycle, uint32_t full)
{
	struct estimate_router *const r = u->router + router;

	r->slope = s->extrapolate ? (int64_t)full - r->last : 0;
	r->last = full;
	r->ahead = ((int64_t)full + r->slope) * s->gather_cycles;
	r->since = cycle + 1;
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct estimate *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);
	const struct estimate_router *const c = u->router;

	render(r, 0, ROW_last_q, c->last);
	render(r, 0, ROW_slope_q, (uint64_t)c->slope & ones(s->full_w + 1));
	render(r, 0, ROW_ahead_q, (uint64_t)estimate_ahead(u, s, 0, v->cycle) & ones(s->ahead_w));
}

const struct unit_model estimate_unit = { .arrays = ARRAYS(ARRAY(estimate, HOT, switch, router)), .image = image };
