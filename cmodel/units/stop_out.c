#include "stop_out.h"

#include "render.h"

#define UNIT_ROWS "units/stop_out.def"
#include "rows.h"

static bool rests(const void *unit, const struct bank *b)
{
	const struct stop_out *const u = unit;

	(void)b;
	return !u->stopped;
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct stop_out *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	EACH_IN(o, v->ports)
		render(r, o, ROW_stop_q, rows_with(u->stop, v->s->queues, o));
}

const struct unit_model stop_out_unit = { .rests = rests, .image = image };
