#include "dt.h"

#include "render.h"

#define UNIT_ROWS "units/dt.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	route_table_place(&((struct dt *)unit)->table, b, a);
}

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
	unsigned i;

	EACH(i, v->ports) {
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

static bool memory(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned destination, uint32_t *words)
{
	(void)row, (void)port;
	return route_table_memory(&((const struct dt *)unit)->table, v->s, destination, words);
}

static uint64_t writes(const void *unit, const struct sight *v, unsigned row, unsigned address[SWITCH_PORTS])
{
	(void)row;
	return route_table_writes(&((const struct dt *)unit)->table, v, address);
}

const struct unit_model dt_unit = { .place = place, .rests = rests, .image = image, .memory = memory, .writes = writes };
