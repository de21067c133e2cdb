#pragma once

#include "levels.h"
#include "ways.h"

/* The forwarding tables of a fabric: a byte for each switch and LID. */
enum { FORWARDING_NONE = 255 };

struct forwarding {
	const struct graph *graph;
	uint8_t *out;                   /* by switch, by target: the port, 0: the switch itself; FORWARDING_NONE: there is none */
	uint64_t foreign;               /* entries of files that are of switches or LIDs which the fabric has not */
};

/* Empty tables. False: not enough memory. */
bool forwarding_new(struct forwarding *, const struct graph *, struct stock *);

static inline uint8_t *forwarding_entry(const struct forwarding *f, uint32_t sw, uint32_t target)
{
	return &f->out[(size_t)sw * f->graph->targets + target];
}

/* Read tables; the format is known by the first line that says something. False: the message of the lines is set. */
bool forwarding_read(struct forwarding *, struct file_lines *);

/* Write them as OpenSM does, so that it can load them; and as CSV. */
void forwarding_write_lfts(const struct forwarding *, FILE *);
void forwarding_write_csv(const struct forwarding *, FILE *);

/* Fill empty tables; ways are of their fabric, and what was found in them is forgotten. False, here and below: not enough memory. */

/*
 * D-mod-K: where the fabric is a fat tree, packets for an end node come to it over one switch of each stage, which follows from its number in the
 * order of the tree. *applies false: the fabric is none, and the tables are empty.
 */
bool forwarding_dmodk(struct forwarding *, struct ways *, bool *applies);

/*
 * Up-down (up*, then down*): shortest ways up to, and down from, the roots; among equal ports the one that carries the fewest pairs of end nodes so
 * far.
 */
bool forwarding_updown(struct forwarding *, struct ways *, const uint32_t *roots, uint32_t n);

/*
 * Entries for LIDs of switches that are still missing, by shortest ways: only management packets go there, which wait for no credits, and from some
 * switches no way leads there up and then down.
 */
void forwarding_complete(struct forwarding *, struct ways *);

/*
 * Roots for up-down: the switches farthest from end nodes if all switches with end nodes reach each other over these; else one switch, from which
 * the sum of distances is smallest. roots has room for all switches.
 */
void forwarding_roots(struct ways *, uint32_t *roots, uint32_t *n);

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

/* levels: NULL: all packets are in one virtual lane. False: not enough memory. Otherwise the caller frees its cycle. */
bool forwarding_check(const struct forwarding *, const struct levels *, struct forwarding_verdict *);

/* True: all pairs are connected, and there is no cycle. */
bool forwarding_sound(const struct forwarding_verdict *);
