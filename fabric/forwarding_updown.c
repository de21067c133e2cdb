#include "forwarding_compute.h"

#include "ways.h"

#include <stdlib.h>

/* Of the ports, the one with the fewest LIDs so far, the first of these. */
static uint8_t least_loaded(const uint32_t *load, const uint8_t *port, unsigned n)
{
	unsigned best = 0;

	for (unsigned i = 1; i < n; i++)
		if (load[port[i] - 1] < load[port[best] - 1])
			best = i;
	return port[best];
}

/* load: by port of all devices, its LIDs of end nodes so far. */
static void fill_target(struct forwarding *f, const struct ways *w, uint32_t target, uint32_t *load)
{
	const struct graph *g = f->graph;
	const struct graph_target *t = &g->target[target];
	uint8_t port[GRAPH_PORTS];

	for (uint32_t sw = 0; sw < g->switches; sw++) {
		uint8_t *out = forwarding_entry(f, sw, target);
		uint32_t *own = load + graph_switch(g, sw)->first;
		const unsigned n = ways_ports(w, sw, port);

		if (n)
			*out = least_loaded(own, port, n);
		else if (sw == t->sw)
			*out = t->port;
		if (n && t->node != GRAPH_NONE)
			own[*out - 1]++;
	}
}

static void rank(struct ways *w, const uint32_t *roots, uint32_t n)
{
	ways_distances(w->graph, roots, n, w->rank, w->queue);
	ways_sort(w);
}

bool forwarding_updown(struct forwarding *f, const uint32_t *roots, uint32_t n)
{
	const struct graph *g = f->graph;
	uint32_t *load = calloc(g->ports + 1, sizeof *load);
	uint32_t at = GRAPH_NONE;
	struct ways w;

	if (!load || !ways_new(&w, g)) {
		free(load);
		return false;
	}
	rank(&w, roots, n);
	for (uint32_t t = 0; t < g->targets; t++) {
		if (g->target[t].sw != at)
			ways_to(&w, g->target[t].sw);
		at = g->target[t].sw;
		fill_target(f, &w, t, load);
	}
	ways_free(&w);
	free(load);
	return true;
}

static bool has_nodes(const struct graph *g, uint32_t sw)
{
	for (unsigned port = 1; port <= graph_switch(g, sw)->ports; port++)
		if (graph_peer(g, sw, port).is == GRAPH_NODE)
			return true;
	return false;
}

/* The switches farthest from those with end nodes. Returns their number. */
static uint32_t farthest(struct ways *w, uint32_t *roots)
{
	const struct graph *g = w->graph;
	uint32_t n = 0, most = 0;

	for (uint32_t sw = 0; sw < g->switches; sw++)
		if (has_nodes(g, sw))
			roots[n++] = sw;
	ways_distances(g, roots, n, w->rank, w->queue);
	for (uint32_t sw = 0; sw < g->switches; sw++)
		most = w->rank[sw] != GRAPH_NONE && w->rank[sw] > most ? w->rank[sw] : most;
	n = 0;
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
		if (w->rank[sw] == GRAPH_NONE || !has_nodes(g, sw))
			continue;
		ways_to(w, sw);
		for (uint32_t from = 0; from < g->switches; from++)
			if (w->rank[from] != GRAPH_NONE && w->links[from] == GRAPH_NONE && has_nodes(g, from))
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

		ways_distances(w->graph, &sw, 1, w->rank, w->queue);
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

bool forwarding_roots(const struct graph *g, uint32_t *roots, uint32_t *n)
{
	struct ways w;

	if (!ways_new(&w, g))
		return false;
	*n = farthest(&w, roots);
	if (!*n || !reach_all(&w, roots, *n)) {
		roots[0] = centre(&w);
		*n = 1;
	}
	ways_free(&w);
	return true;
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

bool forwarding_complete(struct forwarding *f)
{
	const struct graph *g = f->graph;
	struct ways w;

	if (!ways_new(&w, g))
		return false;
	for (uint32_t t = 0; t < g->targets; t++) {
		if (g->target[t].node != GRAPH_NONE)
			continue;
		ways_distances(g, &g->target[t].sw, 1, w.rank, w.queue);
		for (uint32_t sw = 0; sw < g->switches; sw++)
			if (*forwarding_entry(f, sw, t) == FORWARDING_NONE)
				*forwarding_entry(f, sw, t) = port_nearer(&w, sw);
	}
	ways_free(&w);
	return true;
}
