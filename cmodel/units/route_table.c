#include "route_table.h"

#include "render.h"

void route_table_place(void *unit, const struct bank *b, struct arena *a)
{
	struct route_table *const u = unit;

	u->nodes = b->s->nodes;
	u->word = arena_take(a, HOT, (size_t)b->switches * u->nodes, sizeof *u->word);
}

/* Of the first switch; false: never written. */
bool route_table_memory(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned destination, uint32_t *words)
{
	const struct route_table *const u = unit;
	const struct route_word *word = u->word + destination;

	(void)row, (void)port;
	if (destination >= u->nodes || !word->output)
		return false;
	words_put(words, route_table_bits(v->s, word->output - 1u, word->queue), v->s->port_w + v->s->next_queue_w);
	return true;
}

uint64_t route_table_writes(const void *unit, const struct sight *v, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct route_table *const u = unit;

	(void)row;
	return v->stepped && u->wrote ? write_of_all(v->s, u->wrote_at, address) : 0;
}
