#include "route_table.h"

#include "render.h"

/* Of the first switch; false: never written. */
bool route_table_memory(const struct route_table *u, const struct shape *s, unsigned destination, uint32_t *words)
{
	const struct route_word *word = u->word + destination;

	if (destination >= u->nodes || !word->output)
		return false;
	words_put(words, route_table_bits(s, word->output - 1u, word->queue), s->port_w + s->next_queue_w);
	return true;
}

uint64_t route_table_writes(const struct route_table *u, const struct sight *v, unsigned address[SWITCH_PORTS])
{
	return v->stepped && u->wrote ? write_of_all(v->s, u->wrote_at, address) : 0;
}
