#include "axis_through.h"

#include "render.h"

#define UNIT_ROWS "units/axis_through.def"
#include "rows.h"

void axis_through_image(const struct axis_through *u, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_axis_through);

	render(r, 0, ROW_source_q, u->source);
}
