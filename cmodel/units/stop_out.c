#include "stop_out.h"

#include "render.h"

#define UNIT_ROWS "units/stop_out.def"
#include "rows.h"

void stop_out_image(const struct stop_out *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_stop_out);

	for (unsigned o = 0; o < s->radix; o++)
		render(r, o, ROW_stop_q, rows_with(u->stop, s->queues, o));
}
