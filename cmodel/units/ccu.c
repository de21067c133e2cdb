#include "ccu.h"

#include "render.h"

#define UNIT_ROWS "units/ccu.def"
#include "rows.h"

bool ccu_all_given(const struct ccu *u, unsigned ports)
{
	static const uint16_t none[VCS];

	for (unsigned o = 0; o < ports; o++)
		if (memcmp(u->taken[o], none, sizeof none))
			return false;
	return true;
}

void ccu_image(const struct ccu *u, const struct shape *s, enum site at, struct image *m)
{
	const struct rendering r = render_unit(m, at);

	for (unsigned o = 0; o < s->radix; o++)
		for (unsigned v = 0; v < s->vcs; v++)
			render_field(r, o, ROW_taken_q, v, s->cells_w, u->taken[o][v]);
}
