#ifndef NETWORK_FLOWS_H
#define NETWORK_FLOWS_H

#include "network.h"

/*
 * Checks that no flow of a network starves: while packets of a flow are under way, only a limited number of packets of other flows may reach
 * its destination. A network may deliver all packets in the end, and yet starve a flow as long as there is traffic. For tests: a check looks
 * at all pairs of up to NETWORK_FLOWS_NODES nodes, between calls of network_run_to().
 */
enum { NETWORK_FLOWS_NODES = 512, NETWORK_FLOWS_CYCLES = 200 };

struct network_flows;

/* Call before the network runs, which has one thread and must outlive the result. most: packets of other flows that may reach a node while a flow to it
 * is under way and none of its packets arrives. NULL: out of memory. */
struct network_flows *network_flows_new(const struct network *, uint64_t most);
void network_flows_free(struct network_flows *);

/* Check all flows. Call each NETWORK_FLOWS_CYCLES: a flow that moves between two calls counts as one that moves all the time. False: why names a flow. */
bool network_flows_move(struct network_flows *, char why[NETWORK_WHY]);

/* The highest number seen of the packets that `most` limits. */
uint64_t network_flows_most(const struct network_flows *);

#endif
