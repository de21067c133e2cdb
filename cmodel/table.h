#pragma once

#include <stdint.h>

/* A word of a routing table, by destination: the output port, and the queue at the next hop, 0 if queues are not static. */
struct table_entry {
	uint16_t queue;
	uint8_t output;
};

/* A word of the table of a network interface, by destination: the turns of its route, the first one lowest, and their number; inside of an interface
 * whose words are entries, the queue alone. */
struct table_route {
	union {
		uint64_t turns;
		uint32_t queue;
	};
	uint8_t left;
};

/* All words, by destination: of a switch, or of a network interface whose words are entries; or of one that has routes. NULL: it has none of these. */
struct table_words {
	const struct table_entry *entry;
	const struct table_route *route;
};
