#include "clop.h"

#include "render.h"

#define UNIT_ROWS "units/clop.def"
#include "rows.h"

void clop_place(struct clop *u, const struct shape *s, struct arena *a)
{
	list_sweep_place(&u->lists, s, a);
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

void clop_image(const struct clop *u, const struct shape *s, uint64_t outputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_clop);
	unsigned o;

	EACH(o, outputs) {
		render(r, o, ROW_columns_q, u->columns[o]);
		render(r, o, ROW_sweep_row_q, u->lists.sweep_row[o]);
		for (unsigned l = 0; l < s->saqs; l++)
			render_field(r, o, ROW_start_row_q, l, s->destination_w, *list_sweep_start_row(&u->lists, o, l));
	}
}

void clop_image_read(const struct clop *u, uint64_t outputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_clop);
	unsigned o;

	EACH(o, outputs) {
		render_bit(r, o, ROW_departed_q, u->departed >> o & 1);
		render(r, o, ROW_destination_q, u->destination[o]);
		render(r, o, ROW_src_q, u->from[o]);
		if (!(u->lists.has_read >> o & 1))
			continue;
		render_known(m, SITE_clop, ROW_clop_mem, o);
		render(r, o, ROW_clop_mem, u->lists.read[o]);
	}
}
