#include "estimate.h"

#include "render.h"

#define UNIT_ROWS "units/estimate.def"
#include "rows.h"

void estimate_place(struct estimate *u, unsigned routers, struct arena *a)
{
	u->router = arena_take(a, HOT, routers, sizeof *u->router);
}

/* The low `width` bits, signed. */
static int64_t signed_low(int64_t value, unsigned width)
{
	const uint64_t sign = bit(width - 1);

	return (int64_t)((((uint64_t)value & ones(width)) ^ sign) - sign);
}

int64_t estimate_ahead(const struct estimate *u, const struct shape *s, unsigned router, uint64_t cycle)
{
	const struct estimate_router *r = u->router + router;

	return signed_low(r->ahead + r->slope * (int64_t)(cycle - u->since), s->ahead_w);
}

void estimate_take(struct estimate *u, const struct shape *s, unsigned router, uint64_t cycle, uint32_t full)
{
	struct estimate_router *const r = u->router + router;

	r->slope = s->extrapolate ? (int64_t)full - r->last : 0;
	r->last = full;
	r->ahead = ((int64_t)full + r->slope) * s->gather;
	u->since = cycle + 1;
}

void estimate_image(const struct estimate *u, const struct shape *s, uint64_t cycle, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_estimate);
	const struct estimate_router *const c = u->router;

	render(r, 0, ROW_last_q, c->last);
	render(r, 0, ROW_slope_q, (uint64_t)c->slope & ones(s->full_w + 1));
	render(r, 0, ROW_ahead_q, (uint64_t)estimate_ahead(u, s, 0, cycle) & ones(s->ahead_w));
}
