#pragma once

#include "graph.h"

/*
 * Ways up and then down between the switches of a fabric, without a turn from down to up: no links wait for each other in a cycle. A link leads up
 * if its far end has the lower rank, or with equal ranks the lower number. A switch from which a way leads down to the destination takes that; so
 * the way on depends on the switch and the destination alone.
 */
struct ways {
	const struct graph *graph;
	uint32_t *rank;                 /* by switch, 0: a root; GRAPH_NONE: not linked to one */
	uint32_t *order;                /* switches by rank, then number */
	uint32_t *down;                 /* by switch: links down to the destination; GRAPH_NONE: there is no such way */
	uint32_t *links;                /* by switch: links of its way to the destination; GRAPH_NONE: there is none */
	uint32_t *queue;
	uint32_t to;                    /* the destination; GRAPH_NONE: none so far */
};

/* False: not enough memory. */
bool ways_new(struct ways *, const struct graph *, struct stock *);

/* Is an end node on the switch? */
bool ways_begin_at(const struct graph *, uint32_t sw);

/* Distances from the nearest of these switches; up: over links alone that lead up there. Uses queue. */
void ways_distances(struct ways *, bool up, const uint32_t *from, uint32_t n, uint32_t *distance);

/* The same from those with end nodes, which are listed in `from`. */
void ways_from_nodes(struct ways *, uint32_t *from, uint32_t *distance);

/* Fill order, after rank. */
void ways_sort(struct ways *);

/* Find the ways to a switch. False: they are those that were found last. */
bool ways_to(struct ways *, uint32_t sw);

/* The ports of a switch by which its ways to that destination go on, in their order. Returns their number. */
unsigned ways_ports(const struct ways *, uint32_t sw, uint8_t port[GRAPH_PORTS]);
