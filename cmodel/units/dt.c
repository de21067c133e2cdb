#include "dt.h"

#include "render.h"

#define UNIT_ROWS "units/dt.def"
#include "rows.h"

static bool rests(const void *unit, const struct bank *b)
{
	const struct dt *const u = unit;

	(void)b;
	return !u->arriving;
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct dt *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	EACH_IN(i, v->ports) {
		const struct dt_entry *e = u->enter + i;

		render_bit(r, i, ROW_arrive_q, u->arriving >> i & 1);
		if (!(u->read >> i & 1))
			continue;
		render_known(m, v->site, ROW_table_mem, i);
		render(r, i, ROW_arrive_slot_q, e->slot);
		render(r, i, ROW_flits_q, e->flits);
		render(r, i, ROW_destination_q, e->destination);
		render(r, i, ROW_table_mem, e->out);
	}
}

const struct unit_model dt_unit = { .place = route_table_place, .rests = rests, .image = image, .memory = route_table_memory, .writes = route_table_writes };
