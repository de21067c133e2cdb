#include "dt.h"

#include "render.h"

#define UNIT_ROWS "units/dt.def"
#include "rows.h"

void dt_place(struct dt *u, const struct shape *s, unsigned switches, struct arena *a)
{
	u->nodes = s->nodes;
	u->word = arena_take(a, HOT, (size_t)switches * s->nodes, sizeof *u->word);
}

void dt_image(const struct dt *u, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_dt);
	unsigned i;

	EACH(i, inputs) {
		const struct dt_entry *e = u->enter + i;

		render_bit(r, i, ROW_arrive_q, u->arriving >> i & 1);
		if (!(u->read >> i & 1))
			continue;
		render_known(m, SITE_dt, ROW_table_mem, i);
		render(r, i, ROW_arrive_slot_q, e->slot);
		render(r, i, ROW_flits_q, e->flits);
		render(r, i, ROW_destination_q, e->destination);
		render(r, i, ROW_table_mem, e->out);
	}
}

bool dt_memory(const struct dt *u, const struct shape *s, unsigned destination, uint32_t *words)
{
	const struct dt_word *word = u->word + destination;

	if (destination >= u->nodes || !word->written)
		return false;
	words_put(words, word->output, s->port_w);
	return true;
}
