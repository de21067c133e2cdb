#include "xout.h"

#include "cmu.h"
#include "render.h"
#include "xin.h"

#define UNIT_ROWS "units/xout.def"
#include "rows.h"

static void reset(void *unit, const struct bank *b)
{
	struct xout *const u = unit;

	u->open = ones(b->ports);
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct xout *const u = unit;

	(void)b;
	return !(u->granted | u->coming);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct xout *const u = unit;
	const struct rendering r = render_unit(m, v->site);
	const struct cmu *const in = v->at[SITE_cmu_in].unit, *const out = v->at[SITE_cmu_out].unit;
	const struct xin *const xin = v->at[SITE_xin].unit;
	uint64_t ending = 0, crossing = 0;      /* outputs for which the last flit is read in this cycle; whose packet has a flit in the crossbar */

	for (unsigned i = 0; i < v->s->radix; i++) {
		if (in->rd[i].flits > 1 && transit_last(v->s, in->rd + i) == v->cycle)
			ending |= bit(xin->to[i]);
		crossing |= (uint64_t)transit_goes(v->s, out->wr + i, v->cycle) << i;
		render(r, i, ROW_xb_src_q, u->src[i]);
	}
	render_bits(r, ROW_open_q, v->ports, u->open | u->reopen | ending);
	render_bits(r, ROW_xb_valid_q, v->ports, u->coming | crossing);
	render_bits(r, ROW_xb_head_q, v->ports, u->coming);
}

const struct unit_model xout_unit = {
	.arrays = ARRAYS(ARRAY(xout, HOT, one, parcel), ARRAY(xout, HOT, one, in), ARRAY(xout, COLD, one, src)),
	.reset = reset, .rests = rests, .image = image,
};
