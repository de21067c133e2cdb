#include "network_flows.h"
#include "network_state.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct network_flows {
	const struct network *network;
	unsigned nodes;
	uint64_t most, seen;
	uint64_t *arrived;              /* by destination: packets */
	struct flow {
		uint64_t since;         /* arrived[] when a packet of this flow last arrived, or when none was under way */
		uint8_t received;       /* packets that had arrived at the last check, modulo 256 */
	} *flow;                        /* by destination, source */
};

struct network_flows *network_flows_new(const struct network *n, uint64_t most)
{
	const unsigned nodes = n->config.topology.nodes;
	struct network_flows *f = calloc(1, sizeof *f);

	assert(nodes <= NETWORK_FLOWS_NODES && n->cycle == 0);
	if (!f)
		return NULL;
	*f = (struct network_flows){ .network = n, .nodes = nodes, .most = most };
	f->arrived = calloc(nodes, sizeof *f->arrived);
	f->flow = calloc((size_t)nodes * nodes, sizeof *f->flow);
	if (f->arrived && f->flow)
		return f;
	network_flows_free(f);
	return NULL;
}

void network_flows_free(struct network_flows *f)
{
	if (!f)
		return;
	free(f->arrived);
	free(f->flow);
	free(f);
}

/* Packets of a flow, as the nodes count them modulo 256: those sent; those received. */
static uint8_t sent(const struct network_flows *f, unsigned source, unsigned destination)
{
	return network_node(f->network, source)->flows[destination];
}

static uint8_t received(const struct network_flows *f, unsigned source, unsigned destination)
{
	return network_node(f->network, destination)->flows[f->nodes + source];
}

static void count(struct network_flows *f, unsigned destination)
{
	const struct flow *flow = f->flow + (size_t)destination * f->nodes;

	for (unsigned s = 0; s < f->nodes; s++)
		f->arrived[destination] += (uint8_t)(received(f, s, destination) - flow[s].received);
}

static bool moves(struct network_flows *f, unsigned source, unsigned destination, char why[NETWORK_WHY])
{
	struct flow *flow = f->flow + (size_t)destination * f->nodes + source;
	const uint8_t now = received(f, source, destination), under_way = (uint8_t)(sent(f, source, destination) - now);
	const uint64_t others = f->arrived[destination] - flow->since;

	if (!under_way || now != flow->received) {
		flow->received = now;
		flow->since = f->arrived[destination];
		return true;
	}
	f->seen = others > f->seen ? others : f->seen;
	if (others <= f->most)
		return true;
	snprintf(why, NETWORK_WHY, "cycle %llu: %u packets of node %u to node %u are under way, and %llu others have arrived there since the last",
		 (unsigned long long)f->network->cycle, under_way, source, destination, (unsigned long long)others);
	return false;
}

bool network_flows_move(struct network_flows *f, char why[NETWORK_WHY])
{
	for (unsigned d = 0; d < f->nodes; d++) {
		count(f, d);
		for (unsigned s = 0; s < f->nodes; s++)
			if (!moves(f, s, d, why))
				return false;
	}
	return true;
}

uint64_t network_flows_most(const struct network_flows *f)
{
	return f->seen;
}
