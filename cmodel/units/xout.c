#include "xout.h"

#include "render.h"

#define UNIT_ROWS "units/xout.def"
#include "rows.h"

void xout_image(const struct xout *u, unsigned ports, uint64_t ending, uint64_t crossing, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_xout);
	const uint64_t all = ones(ports);

	render_bits(r, ROW_open_q, all, u->open | u->reopen | ending);
	render_bits(r, ROW_xb_valid_q, all, u->coming | crossing);
	render_bits(r, ROW_xb_head_q, all, u->coming);
	for (unsigned o = 0; o < ports; o++)
		render(r, o, ROW_xb_src_q, u->src[o]);
}
