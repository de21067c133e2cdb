#pragma once

#include "arena.h"
#include "bits.h"
#include "packet.h"
#include "prefetch.h"
#include "table.h"
#include "unit.h"

#include <assert.h>

/* Words of the routing tables of rt and dt. All ports of a switch have the same words, which are stored once. Without static queues, `queue` means nothing. */
struct route_table {
	unsigned nodes;
	struct route_word { uint8_t queue, output; } *word;     /* by switch, by destination; output: plus 1, 0 if it was never written */
	bool wrote;                     /* a word was written in the last step */
	uint32_t wrote_at;              /* destination of that word */
};

_Static_assert((int)QUEUES_MOST <= UINT8_MAX + 1, "a byte names a queue");

/* Word of switch `number` of the bank. */
static inline struct route_word *route_table_word(const struct route_table *u, unsigned number, uint32_t destination)
{
	return u->word + (size_t)number * u->nodes + destination;
}

static inline void route_table_write(struct route_table *u, unsigned number, uint32_t destination, struct table_entry e)
{
	*route_table_word(u, number, destination) = (struct route_word){ (uint8_t)e.queue, (uint8_t)(e.output + 1) };
}

/* What the table has for a header that arrives at switch `number`, whose first port is `first`: the output port, and the queue at the next hop. */
static inline struct route { unsigned out, queue; } route_table_look(const struct route_table *u, unsigned number, unsigned first, const struct packet *p)
{
	const struct route_word *word = route_table_word(u, number, p->destination);

	assert(p->destination < u->nodes && word->output && "header for a destination that is not in the table");
	return (struct route){ first + word->output - 1u, word->queue };
}

/* Configuration port of the first switch. write: it writes a word in this cycle. */
static inline void route_table_configure(struct route_table *u, bool write, uint32_t destination, struct table_entry e)
{
	u->wrote = write;
	if (!write)
		return;
	u->wrote_at = destination;
	route_table_write(u, 0, destination, e);
}

/* As in struct unit_model, of a unit that begins with this, and of table_mem. */
void route_table_place(void *unit, const struct bank *, struct arena *);
bool route_table_memory(const void *unit, const struct sight *, unsigned row, unsigned port, unsigned destination, uint32_t *words);
uint64_t route_table_writes(const void *unit, const struct sight *, unsigned row, unsigned address[SWITCH_PORTS]);

/* A word of it: {output port, queue at the next hop}, port lowest. */
static inline uint64_t route_table_bits(const struct shape *s, unsigned output, unsigned queue)
{
	return output | ((uint64_t)queue & ones(s->next_queue_w)) << s->port_w;
}
