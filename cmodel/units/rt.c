#include "rt.h"

#include "render.h"

#define UNIT_ROWS "units/rt.def"
#include "rows.h"

void rt_place(struct rt *u, const struct shape *s, unsigned switches, struct arena *a)
{
	u->nodes = s->nodes;
	u->enter = arena_take(a, COLD, s->radix, sizeof *u->enter);
	u->word = arena_take(a, HOT, (size_t)switches * s->nodes, sizeof *u->word);
}

/* {output port, queue at the next hop}, port lowest. */
static uint64_t table_word(const struct shape *s, unsigned output, unsigned queue)
{
	return output | (uint64_t)queue << s->port_w;
}

void rt_image(const struct rt *u, const struct shape *s, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_rt);
	unsigned i;

	EACH(i, inputs) {
		const struct rt_entry e = u->enter[i];

		render_one_hot(r, i, ROW_enter_q, u->entering >> i & 1, e.queue);
		if (!(u->read >> i & 1))
			continue;
		render_known(m, SITE_rt, ROW_table_mem, i);
		render(r, i, ROW_flits_q, e.flits);
		render(r, i, ROW_table_mem, table_word(s, e.out, e.next_queue));
	}
}

bool rt_memory(const struct rt *u, const struct shape *s, unsigned destination, uint32_t *words)
{
	const struct rt_word *word = u->word + destination;

	if (destination >= u->nodes || !word->output)
		return false;
	words_put(words, table_word(s, word->output - 1u, word->queue), s->port_w + s->queue_w);
	return true;
}
