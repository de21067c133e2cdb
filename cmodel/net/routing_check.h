#ifndef ROUTING_CHECK_H
#define ROUTING_CHECK_H

#include "routing.h"

/*
 * What must hold for the routing tables of a network, wherever they come from: only entries that packets meet on their way
 * from a node to a node count.
 */
struct routing_tables {
	struct table_entry (*entry)(const void *of, uint32_t sw, uint32_t destination);
	const void *of;
};

enum routing_rule {
#define RULE(id, text) ROUTING_##id,
#include "routing_rules.def"
#undef RULE
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
	unsigned most_hops;             /* switches between two of them */
	uint64_t dependencies;          /* pairs of links such that a packet on the one goes on by the other */
	uint32_t *cycle;                /* output ports, switch x radix + port: each waits for the next, the last for the first. NULL: there is none */
	uint32_t cycle_links;
};

/* The entries of the scheme itself: what the tables of this routing are. */
struct routing_tables routing_computed(const struct routing *);

/* Queues are held against those of the scheme of *r. False: not enough memory; else the verdict is to be freed. */
bool routing_check(const struct routing *r, const struct routing_tables *, struct routing_verdict *);
void routing_verdict_free(struct routing_verdict *);

/* No rule is broken, and there is no cycle. */
bool routing_sound(const struct routing_verdict *);

#endif
