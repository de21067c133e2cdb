#pragma once

#include "net/run/simulate.h"

/*
 * A congestion tree: what the input ports of a small network hold over time, while some of its nodes send to one. The C model is run as
 * `sluice sim` runs it, and looked at after each TREE_EVERY cycles.
 */
enum { TREE_SWITCHES = 12, TREE_PORTS = 4, TREE_NODES = 8, TREE_SLOTS = 16, TREE_SAQS = 4 };
enum { TREE_EVERY = 100, TREE_FRAMES = 61, TREE_FROM = 1000, TREE_TO = 3000 };   /* the hot spot lasts from cycle TREE_FROM to TREE_TO - 1 */
enum { TREE_HOT_NODE = 5 };

struct tree_port {
	unsigned hot, other;            /* packets to the hot node, to other nodes, that have come and have not been granted */
	unsigned saqs;                  /* set-aside queues that hold packets */
};

struct tree_frame {
	struct tree_port port[TREE_SWITCHES][TREE_PORTS];       /* inputs */
	unsigned flits;                 /* that the other nodes received since the frame before */
};

struct tree_run {
	struct topology topology;
	struct tree_frame frame[TREE_FRAMES];   /* frame f: before cycle f * TREE_EVERY */
	bool hot_source[TREE_NODES];    /* it sent to the hot node during the hot spot */
	bool on_way[TREE_SWITCHES][TREE_PORTS];         /* by output: it is on the way from one of those nodes to the hot one */
};

/* The options of `sluice sim` for the same run. */
enum { TREE_COMMAND = 512 };
void tree_command(char text[TREE_COMMAND], const char *switches);

/* Runs the network with switches by these options of `sluice sim`. False: why. */
bool tree_run(struct tree_run *, const char *switches, char why[NETWORK_WHY]);
