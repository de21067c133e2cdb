#pragma once

#include "routing.h"

#include <stdio.h>

/*
 * Checks the routing tables of a network, wherever they come from. Only entries count that packets meet on their way between
 * two nodes. Tables that were read, of all switches:
 */
struct routing_read {
	unsigned nodes;                 /* of the network */
	struct table_entry entry[];     /* by switch, by destination */
};

enum routing_rule {
#define RULE(id, text) ROUTING_##id,
#include "routing_rules.def"
	ROUTING_RULES
};

extern const char *const routing_rules[ROUTING_RULES];  /* what holds, in words */

enum { ROUTING_FLAW = 160 };

/* How often a rule is broken, and where first. */
struct routing_flaws {
	uint64_t n;
	char first[ROUTING_FLAW];
};

struct routing_verdict {
	struct routing_flaws flaws[ROUTING_RULES];
	uint64_t pairs;                 /* of source and destination that are connected */
	unsigned most_hops;             /* most switches on the way between two nodes */
	uint64_t dependencies;          /* pairs of links such that some packet goes from the first on to the second */
	uint32_t *cycle;                /* output ports, switch * radix + port: each waits for the next, the last for the first. NULL: there is none */
	uint32_t cycle_links;
};

/* Check tables, or those that the scheme computes if it is NULL; queues are compared with those of the scheme of *r. False: out of memory. Otherwise the caller frees its cycle. */
bool routing_check(const struct routing *r, const struct routing_read *, struct routing_verdict *);

/* True if no rule is broken, and there is no cycle. */
bool routing_sound(const struct routing_verdict *);

/*
 * Routing tables as text: hexadecimal words for $readmemh, one for each destination; and CSV for people and for end nodes, which
 * need own_queue: the queue of a packet at the switch itself.
 */
void routing_write_hex(const struct routing *, const struct shape *, uint32_t sw, FILE *);
#define ROUTING_CSV "destination,output,next_queue,own_queue\n"
void routing_write_csv(const struct routing *, uint32_t sw, FILE *);

enum { ROUTING_WHY = 256 };

/* Read the table of a switch. path: for messages. False: why says what is wrong, with path and line. */
bool routing_read_hex(struct routing_read *, const struct shape *, uint32_t sw, FILE *, const char *path, char why[ROUTING_WHY]);
