#include "clop.h"

#include "render.h"

#define UNIT_ROWS "units/clop.def"
#include "rows.h"

static bool rests(const void *unit, const struct bank *b)
{
	const struct clop *const u = unit;

	return !(u->busy | u->departed) && (!b->s->lists_in_memory || list_sweep_empty(&u->lists, b->ports));
}

void clop_reset(struct clop *u, const struct shape *s)
{
	u->busy = ones(s->radix);
	for (unsigned o = 0; o < s->radix; o++)
		u->columns[o] = (uint32_t)ones(s->saqs);
}

void clop_step(struct clop *u, unsigned port, const struct message *msg)
{
	const uint32_t line = msg ? UINT32_C(1) << msg->line : 0;
	const uint32_t set = msg && msg->xoff ? line : 0, xon = line & ~set;
	uint32_t done = 0;

	if (set)
		list_sweep_learn(&u->lists, port, msg->destination, set);
	else if (u->columns[port])
		done = list_sweep_clear(&u->lists, port, u->columns[port]);
	u->columns[port] = (u->columns[port] & ~done & ~set) | xon;
	list_sweep_end(&u->lists, port, u->columns[port], xon);
	u->busy = (u->busy & ~bit(port)) | (uint64_t)(u->columns[port] != 0) << port;
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct clop *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	EACH_IN(o, v->ports) {
		render(r, o, ROW_columns_q, u->columns[o]);
		list_sweep_image(&u->lists, v->s, o, r, ROW_sweep_row_q, ROW_start_row_q);
		render_bit(r, o, ROW_departed_q, u->departed >> o & 1);
		render(r, o, ROW_destination_q, u->destination[o]);
		render(r, o, ROW_src_q, u->from[o]);
		if (!(u->lists.has_read >> o & 1))
			continue;
		render_known(m, v->site, ROW_clop_mem, o);
		render(r, o, ROW_clop_mem, u->lists.read[o]);
	}
}

const struct unit_model clop_unit = {
	.place = list_sweep_place, .rests = rests, .image = image, .memory = list_sweep_memory, .writes = list_sweep_writes,
};
