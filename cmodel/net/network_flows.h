#ifndef NETWORK_FLOWS_H
#define NETWORK_FLOWS_H

#include "network.h"

/*
 * Whether every flow of a network gets on: while packets of a flow are under way, others that reach its destination must not pass it
 * by for ever. A network may be live as a whole, deliver all in the end, and yet starve a flow as long as there is traffic. For tests: it looks at
 * all pairs of nodes, up to NETWORK_FLOWS_NODES of them, between calls of network_run_to().
 */
enum { NETWORK_FLOWS_NODES = 512, NETWORK_FLOWS_CYCLES = 200 };

struct network_flows;

/* Before the network runs, which must outlive it. most: packets that may reach a node while none of a flow that is under way does. NULL: out of memory. */
struct network_flows *network_flows_new(const struct network *, uint64_t most);
void network_flows_free(struct network_flows *);

/* At most NETWORK_FLOWS_CYCLES after the last call, or the beginning: flows are counted modulo 256. False: why names one. */
bool network_flows_move(struct network_flows *, char why[NETWORK_WHY]);

/* The most that was seen. */
uint64_t network_flows_most(const struct network_flows *);

#endif
