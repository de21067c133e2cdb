#include "xin.h"

#include "render.h"

#define UNIT_ROWS "units/xin.def"
#include "rows.h"

void xin_image(const struct xin *u, unsigned ports, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_xin);

	for (unsigned i = 0; i < ports; i++)
		render_one_hot(r, i, ROW_to_q, u->any >> i & 1, u->turn[i]);
}
