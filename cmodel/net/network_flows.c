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
		uint32_t under_way;     /* packets, at this check ... */
		uint32_t oldest;        /* ... the number of the first of them ... */
		uint32_t before;        /* ... and at the last check, if `waited`: some were under way then */
		bool waited;
	} *flow;                        /* by destination, source */
};

struct network_flows *network_flows_new(const struct network *n, uint64_t most)
{
	const unsigned nodes = n->config.topology.nodes;
	struct network_flows *f = calloc(1, sizeof *f);

	assert(nodes <= NETWORK_FLOWS_NODES && n->cycle == 0 && n->all_parts == 1);
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

static void see(void *context, const struct flow_packet *p, const struct flow_times *times)
{
	struct network_flows *f = context;
	struct flow *flow = f->flow + (size_t)flow_destination(p->flow) * f->nodes + flow_source(p->flow);

	(void)times;
	if (flow_level(p->flow))
		return;
	if (!flow->under_way++)
		flow->oldest = p->number;
}

/* Count what is under way now. */
static void count(struct network_flows *f)
{
	for (size_t k = 0; k < (size_t)f->nodes * f->nodes; k++)
		f->flow[k].under_way = 0;
	flows_each(&f->network->part->flows, see, f);
	for (unsigned d = 0; d < f->nodes; d++)
		f->arrived[d] += (uint32_t)(network_node(f->network, d)->received - (uint32_t)f->arrived[d]);
}

static bool moves(struct network_flows *f, unsigned source, unsigned destination, char why[NETWORK_WHY])
{
	struct flow *flow = f->flow + (size_t)destination * f->nodes + source;
	const bool moved = !flow->under_way || (flow->waited && flow->oldest != flow->before);
	const uint64_t others = f->arrived[destination] - flow->since;

	flow->waited = flow->under_way;
	flow->before = flow->oldest;
	if (moved) {
		flow->since = f->arrived[destination];
		return true;
	}
	f->seen = others > f->seen ? others : f->seen;
	if (others <= f->most)
		return true;
	snprintf(why, NETWORK_WHY, "cycle %llu: %u packets of node %u to node %u are under way, and %llu others have arrived there since the last",
		 (unsigned long long)f->network->cycle, flow->under_way, source, destination, (unsigned long long)others);
	return false;
}

bool network_flows_move(struct network_flows *f, char why[NETWORK_WHY])
{
	count(f);
	for (unsigned d = 0; d < f->nodes; d++)
		for (unsigned s = 0; s < f->nodes; s++)
			if (!moves(f, s, d, why))
				return false;
	return true;
}

uint64_t network_flows_most(const struct network_flows *f)
{
	return f->seen;
}
