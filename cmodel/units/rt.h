#ifndef RT_H
#define RT_H

#include "arena.h"
#include "bits.h"
#include "image.h"
#include "packet.h"
#include "table.h"

#include <assert.h>

/*
 * Routing tables of all input ports. All ports of a switch have the same words, which are stored once.
 * Invariant: a header that arrives in a cycle enters its queue in the next.
 * RTL twin: rtl_gen/units/rt.v. OBQA 3.
 */
struct rt {
	unsigned nodes;
	struct rt_word { uint16_t queue; uint8_t output, written; } *word;      /* by switch, by destination */
	uint64_t entering;              /* inputs: enter_q is not zero */
	struct rt_entry {               /* by input: of the header that arrived last */
		uint16_t queue;                 /* the queue that it enters */
		uint16_t next_queue;            /* its request: queue at the next hop, output, length */
		uint8_t out, flits;
	} *enter;
	uint64_t read;                  /* inputs that have read table_mem since reset */
	bool wrote;                     /* a word was written in the last step */
	uint32_t wrote_at;              /* destination of that word */
};

void rt_place(struct rt *u, const struct shape *s, unsigned switches, struct arena *a);

/* Word of the table of switch `number` of the bank. */
static inline struct rt_word *rt_word(const struct rt *u, unsigned number, uint32_t destination)
{
	return u->word + (size_t)number * u->nodes + destination;
}

static inline void rt_write(struct rt *u, unsigned number, uint32_t destination, struct table_entry e)
{
	*rt_word(u, number, destination) = (struct rt_word){ e.queue, e.output, 1 };
}

/* A header arrives. number: of the switch in its bank; first: the first port of that switch. */
static inline void rt_arrive(struct rt *u, unsigned port, unsigned number, unsigned first, const struct packet *p)
{
	const struct rt_word *word = rt_word(u, number, p->destination);

	assert(p->destination < u->nodes && word->written && "header for a destination that is not in the table");
	u->enter[port] = (struct rt_entry){ (uint16_t)p->queue, word->queue, (uint8_t)(first + word->output), (uint8_t)p->flits };
}

/* Headers have arrived at these inputs: their packets enter their queues in the next cycle. */
static inline void rt_end(struct rt *u, uint64_t arrived)
{
	u->entering = arrived;
	u->read |= arrived;
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

/* Render enter_q and the table's read register of these inputs. */
void rt_image(const struct rt *u, const struct shape *s, uint64_t inputs, struct image *m);

/* Read a word of table_mem of the first switch; false: never written. */
bool rt_memory(const struct rt *u, const struct shape *s, unsigned destination, uint32_t *words);

#endif
