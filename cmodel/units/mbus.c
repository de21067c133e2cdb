#include "mbus.h"

#include "render.h"

#define UNIT_ROWS "units/mbus.def"
#include "rows.h"

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct mbus *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned o = 0; o < v->s->radix; o++) {
		render(r, o, ROW_src_enter_q, u->at[o].enter);
		render(r, o, ROW_src_entered_q, u->at[o].entered);
		render(r, o, ROW_src_msg_q, u->at[o].msg);
	}
}

const struct unit_model mbus_unit = { .arrays = ARRAYS(ARRAY(mbus, COLD, one, at)), .image = image };
