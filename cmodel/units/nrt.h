#pragma once

#include "table.h"
#include "unit.h"

#include <assert.h>
#include <stdbool.h>

/*
 * Tables of network interfaces: the route to each destination, or the queue at the first switch. A word is read in the cycle in which its queue
 * is selected.
 * RTL twin: rtl_gen/units/nrt.v.
 */
struct nrt {
	unsigned ends;
	bool queues;                    /* words are queues; of one that was written, `left` is 1 */
	struct table_route *word;       /* by interface, by destination; left 0: not written since reset */
	struct table_route *read;       /* by interface: read last */
	bool wrote;                     /* a word of the first interface was written in the last step ... */
	uint32_t wrote_at;              /* ... for this destination */
};

static inline void nrt_write(struct nrt *u, unsigned interface, uint32_t destination, struct table_route route)
{
	struct table_route *const word = u->word + (size_t)interface * u->ends + destination;

	assert(destination < u->ends);
	*word = route;
	if (u->queues)
		word->left = 1;
}

/* Configuration port of the first interface; write: it writes a word in this cycle. After nrt_read() of this cycle. */
static inline void nrt_configure(struct nrt *u, bool write, uint32_t destination, struct table_route route)
{
	u->wrote = write;
	if (!write)
		return;
	u->wrote_at = destination;
	nrt_write(u, 0, destination, route);
}

/* A queue for this destination is selected. */
static inline void nrt_read(struct nrt *u, unsigned interface, uint32_t destination)
{
	const struct table_route *word = u->word + (size_t)interface * u->ends + destination;

	assert(word->left && "a packet for a destination that is not in the table");
	u->read[interface] = *word;
}

extern const struct unit_model nrt_unit;
