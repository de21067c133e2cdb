#pragma once

#include "arena.h"
#include "bits.h"
#include "image.h"
#include "packet.h"
#include "prefetch.h"
#include "table.h"
#include "unit.h"

#include <assert.h>

/*
 * Routing tables of all input ports. All ports of a switch have the same words, which are stored once.
 * RTL twin: rtl_gen/units/rt.v. OBQA 3.
 */
struct rt {
	unsigned nodes;
	struct rt_word { uint8_t queue, output; } *word;        /* by switch, by destination; output: plus 1, 0 if it was never written */
	/* Images only: inputs where enter_q is not zero; inputs that have read table_mem since reset; by input, the header that arrived last. */
	uint64_t entering, read;
	struct rt_entry {
		uint16_t queue;                 /* the queue that it enters */
		uint16_t next_queue;            /* its request: queue at the next hop, output, length */
		uint8_t out, flits;
	} *enter;
	bool wrote;                     /* a word was written in the last step */
	uint32_t wrote_at;              /* destination of that word */
};

extern const struct unit_model rt_unit;

/* Word of the table of switch `number` of the bank. */
static inline struct rt_word *rt_word(const struct rt *u, unsigned number, uint32_t destination)
{
	return u->word + (size_t)number * u->nodes + destination;
}

static inline void rt_fetch(const struct rt *u, unsigned number, uint32_t destination)
{
	prefetch(rt_word(u, number, destination));
}

static inline void rt_write(struct rt *u, unsigned number, uint32_t destination, struct table_entry e)
{
	*rt_word(u, number, destination) = (struct rt_word){ (uint8_t)e.queue, (uint8_t)(e.output + 1) };
}

_Static_assert((int)QUEUES_MOST <= UINT8_MAX + 1, "a byte names a queue");

/* What the table has for a header that arrives at switch `number`, whose first port is `first`: the output port, and the queue at the next hop. */
static inline struct rt_way { unsigned out, queue; } rt_look(const struct rt *u, unsigned number, unsigned first, const struct packet *p)
{
	const struct rt_word *word = rt_word(u, number, p->destination);

	assert(p->destination < u->nodes && word->output && "header for a destination that is not in the table");
	return (struct rt_way){ first + word->output - 1u, word->queue };
}

/* Configuration port of the first switch. write: it writes a word in this cycle. */
static inline void rt_configure(struct rt *u, bool write, uint32_t destination, struct table_entry e)
{
	u->wrote = write;
	if (!write)
		return;
	u->wrote_at = destination;
	rt_write(u, 0, destination, e);
}
