#pragma once

#include "forwarding.h"
#include "levels.h"

/* Checks forwarding tables. Only entries count that packets between end nodes meet on their way. */
enum { FORWARDING_FLAW = 512 };

/* How many pairs of an end node and a LID of an end node are concerned, and the first of them. */
struct forwarding_flaws {
	uint64_t n;
	char first[FORWARDING_FLAW];
};

struct forwarding_verdict {
	uint64_t pairs;                 /* that are connected */
	unsigned most_hops;             /* most switches on the way of one of them */
	struct forwarding_flaws lost;   /* packets end elsewhere; those that go round are not among them */
	struct forwarding_flaws round;
	uint64_t dependencies;          /* pairs of links, or of their lanes, such that some packet goes from the first on to the second */
	unsigned vls;                   /* virtual lanes of a link: one more than the greatest in use */
	uint32_t *cycle;                /* lanes, (switch * GRAPH_PORTS + port - 1) * vls + VL: each waits for the next, the last for the first. NULL: none */
	uint32_t cycle_links;
};

/* levels: NULL: all packets are in one virtual lane. False: not enough memory. Otherwise the caller frees the verdict. */
bool forwarding_check(const struct forwarding *, const struct levels *, struct forwarding_verdict *);
void forwarding_verdict_free(struct forwarding_verdict *);

/* True: all pairs are connected, and there is no cycle. */
bool forwarding_sound(const struct forwarding_verdict *);
