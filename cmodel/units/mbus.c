#include "mbus.h"

#include "render.h"

#define UNIT_ROWS "units/mbus.def"
#include "rows.h"

void mbus_image(const struct mbus *u, unsigned ports, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_mbus);

	for (unsigned o = 0; o < ports; o++) {
		render(r, o, ROW_src_enter_q, u->at[o].enter);
		render(r, o, ROW_src_entered_q, u->at[o].entered);
		render(r, o, ROW_src_msg_q, u->at[o].msg);
	}
}
