#include "forwarding.h"

#include <string.h>

/* Balances ports by the pairs of end nodes whose packets they carry. */
struct balance {
	const struct graph *graph;
	struct ways *ways;
	uint32_t *load;                 /* by port of all devices */
	uint32_t *nodes;                /* by switch: its end nodes */
	uint32_t *sources;              /* by switch: end nodes whose packets for the destination come through it */
	uint32_t *list;                 /* switches that have a way to the destination, the farthest first */
	uint32_t *begin;                /* by links: where the switches with so many begin in list */
	uint32_t listed;
};

static void list_switches(struct balance *b)
{
	const uint32_t switches = b->graph->switches;

	memset(b->begin, 0, (switches + 1) * sizeof *b->begin);
	b->listed = 0;
	for (uint32_t sw = 0; sw < switches; sw++)
		if (b->ways->links[sw] != GRAPH_NONE) {
			b->begin[b->ways->links[sw]]++;
			b->listed++;
		}
	for (uint32_t links = switches; links--;)
		b->begin[links] += b->begin[links + 1];
	for (uint32_t sw = 0; sw < switches; sw++)
		if (b->ways->links[sw] != GRAPH_NONE)
			b->list[--b->begin[b->ways->links[sw]]] = sw;
}

/* Of the ports, the one with the fewest pairs so far, the first of these. */
static uint8_t least_loaded(const uint32_t *load, const uint8_t *port, unsigned n)
{
	unsigned best = 0;

	for (unsigned i = 1; i < n; i++)
		if (load[port[i] - 1] < load[port[best] - 1])
			best = i;
	return port[best];
}

static void fill_target(struct balance *b, struct forwarding *f, uint32_t target)
{
	const struct graph *g = b->graph;
	const struct graph_target *t = &g->target[target];
	uint8_t port[GRAPH_PORTS];

	memcpy(b->sources, b->nodes, g->switches * sizeof *b->sources);
	for (uint32_t i = 0; i < b->listed; i++) {
		const uint32_t sw = b->list[i];
		uint32_t *load = b->load + graph_switch(g, sw)->first;
		const unsigned n = ways_ports(b->ways, sw, port);
		const uint8_t out = n ? least_loaded(load, port, n) : t->port;

		*forwarding_entry(f, sw, target) = out;
		if (!n || t->node == GRAPH_NONE)
			continue;
		load[out - 1] += b->sources[sw];
		b->sources[graph_peer(g, sw, out).number] += b->sources[sw];
	}
}

static void rank(struct ways *w, const uint32_t *roots, uint32_t n)
{
	ways_distances(w, false, roots, n, w->rank);
	ways_sort(w);
}

static void fill(struct balance *b, struct forwarding *f)
{
	const struct graph *g = b->graph;

	for (uint32_t node = 0; node < g->nodes; node++)
		b->nodes[graph_attach(g, node).number]++;
	for (uint32_t t = 0; t < g->targets; t++) {
		if (ways_to(b->ways, g->target[t].sw))
			list_switches(b);
		fill_target(b, f, t);
	}
}

bool forwarding_updown(struct forwarding *f, struct ways *w, const uint32_t *roots, uint32_t n)
{
	const struct graph *g = f->graph;
	struct stock memory = { .last = NULL };
	struct balance b = {
		.graph = g, .ways = w, .load = stock_array(&memory, g->ports, sizeof *b.load), .nodes = stock_array(&memory, g->switches, sizeof *b.nodes),
		.sources = stock_array(&memory, g->switches, sizeof *b.sources), .list = stock_array(&memory, g->switches, sizeof *b.list),
		.begin = stock_array(&memory, (size_t)g->switches + 1, sizeof *b.begin),
	};

	if (!memory.lacking) {
		rank(w, roots, n);
		fill(&b, f);
	}
	stock_free(&memory);
	return !memory.lacking;
}

/* The switches farthest from those with end nodes. Returns their number. */
static uint32_t farthest(struct ways *w, uint32_t *roots)
{
	const struct graph *g = w->graph;
	uint32_t n = 0, most = 0;

	ways_from_nodes(w, roots, w->rank);
	for (uint32_t sw = 0; sw < g->switches; sw++)
		most = w->rank[sw] != GRAPH_NONE && w->rank[sw] > most ? w->rank[sw] : most;
	for (uint32_t sw = 0; sw < g->switches; sw++)
		if (w->rank[sw] == most)
			roots[n++] = sw;
	return most ? n : 0;
}

/* Do all switches with end nodes that are linked at all reach each other? */
static bool reach_all(struct ways *w, const uint32_t *roots, uint32_t n)
{
	const struct graph *g = w->graph;

	rank(w, roots, n);
	for (uint32_t sw = 0; sw < g->switches; sw++) {
		if (w->rank[sw] == GRAPH_NONE || !ways_begin_at(g, sw))
			continue;
		ways_to(w, sw);
		for (uint32_t from = 0; from < g->switches; from++)
			if (w->rank[from] != GRAPH_NONE && w->links[from] == GRAPH_NONE && ways_begin_at(g, from))
				return false;
	}
	return true;
}

/* The switch that reaches the most switches, and of those with the smallest sum of distances. */
static uint32_t centre(struct ways *w)
{
	uint32_t best = 0, best_reached = 0;
	uint64_t least = UINT64_MAX;

	for (uint32_t sw = 0; sw < w->graph->switches; sw++) {
		uint32_t reached = 0;
		uint64_t sum = 0;

		ways_distances(w, false, &sw, 1, w->rank);
		for (uint32_t to = 0; to < w->graph->switches; to++)
			if (w->rank[to] != GRAPH_NONE) {
				sum += w->rank[to];
				reached++;
			}
		if (reached > best_reached || (reached == best_reached && sum < least)) {
			best = sw;
			best_reached = reached;
			least = sum;
		}
	}
	return best;
}

void forwarding_roots(struct ways *w, uint32_t *roots, uint32_t *n)
{
	*n = farthest(w, roots);
	if (!*n || !reach_all(w, roots, *n)) {
		roots[0] = centre(w);
		*n = 1;
	}
}

/* The first port of a switch that leads nearer to that from which distances were found; FORWARDING_NONE: there is none. */
static uint8_t port_nearer(const struct ways *w, uint32_t sw)
{
	for (unsigned port = 1; port <= graph_switch(w->graph, sw)->ports; port++) {
		const struct graph_place far = graph_peer(w->graph, sw, port);

		if (far.is == GRAPH_SWITCH && w->rank[far.number] < w->rank[sw])
			return (uint8_t)port;
	}
	return FORWARDING_NONE;
}

void forwarding_complete(struct forwarding *f, struct ways *w)
{
	const struct graph *g = f->graph;

	for (uint32_t t = 0; t < g->targets; t++) {
		if (g->target[t].node != GRAPH_NONE)
			continue;
		ways_distances(w, false, &g->target[t].sw, 1, w->rank);
		for (uint32_t sw = 0; sw < g->switches; sw++)
			if (*forwarding_entry(f, sw, t) == FORWARDING_NONE)
				*forwarding_entry(f, sw, t) = port_nearer(w, sw);
	}
}
