#pragma once

#include "net/engine/network.h"

/*
 * Congestion trees, as the queues of all switches have them between two pieces of a run. Nothing is changed by it. A port of the network is
 * switch * radix + port of the switch.
 */
#define TREE_NO_ROOT UINT32_MAX

/* A set-aside queue in use: a part of the tree whose root is the congested output that its line leads to. Or a priority that is stopped upstream: there is
 * no root. */
struct tree_line {
	uint32_t root, port;            /* ports of the network; root may be TREE_NO_ROOT */
	uint32_t packets;               /* in the queue; of a memory of cells, cells */
	uint32_t queue;                 /* number of the line at its port, or the priority */
	uint8_t out;                    /* of an input: the output of its switch that its packets take */
	uint8_t at_output;              /* 1: the queue is at the output */
	uint8_t stopped, stops;         /* 1: by an Xoff; upstream */
};

typedef void tree_found(void *arg, const struct tree_line *);

/* Can they be read? Of the C model alone. */
bool network_trees_known(const struct network_config *);

/* Calls found() for each of this process, and sets what the memories of its ports hold: packets, cells or flits, by port of the network. */
void network_trees(const struct network *, uint64_t *fill, tree_found *, void *arg);
