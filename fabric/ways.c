#include "ways.h"

#include <stdlib.h>

bool ways_new(struct ways *w, const struct graph *g, struct stock *memory)
{
	const size_t n = g->switches;
	uint32_t *const room = stock_array(memory, 5 * n, sizeof *room);

	if (room)
		*w = (struct ways){ g, room, room + n, room + 2 * n, room + 3 * n, room + 4 * n, GRAPH_NONE };
	return room;
}

static bool is_up(const struct ways *w, uint32_t from, uint32_t to)
{
	return w->rank[to] != w->rank[from] ? w->rank[to] < w->rank[from] : to < from;
}

void ways_distances(struct ways *w, bool up, const uint32_t *from, uint32_t n, uint32_t *distance)
{
	const struct graph *const g = w->graph;
	uint32_t *const queue = w->queue, end = 0;

	for (uint32_t sw = 0; sw < g->switches; sw++)
		distance[sw] = GRAPH_NONE;
	for (uint32_t i = 0; i < n; i++)
		if (distance[from[i]]) {
			distance[from[i]] = 0;
			queue[end++] = from[i];
		}
	for (uint32_t i = 0; i < end; i++)
		for (unsigned port = 1; port <= graph_switch(g, queue[i])->ports; port++) {
			const struct graph_place far = graph_peer(g, queue[i], port);

			if (far.is == GRAPH_SWITCH && distance[far.number] == GRAPH_NONE && (!up || is_up(w, queue[i], far.number))) {
				distance[far.number] = distance[queue[i]] + 1;
				queue[end++] = far.number;
			}
		}
}

bool ways_begin_at(const struct graph *g, uint32_t sw)
{
	for (unsigned port = 1; port <= graph_switch(g, sw)->ports; port++)
		if (graph_peer(g, sw, port).is == GRAPH_NODE)
			return true;
	return false;
}

void ways_from_nodes(struct ways *w, uint32_t *from, uint32_t *distance)
{
	uint32_t n = 0;

	for (uint32_t sw = 0; sw < w->graph->switches; sw++)
		if (ways_begin_at(w->graph, sw))
			from[n++] = sw;
	ways_distances(w, false, from, n, distance);
}

static int by_rank(const void *a, const void *b, void *of)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b, *const rank = of;

	return rank[x] != rank[y] ? (rank[x] < rank[y] ? -1 : 1) : x < y ? -1 : x > y;
}

void ways_sort(struct ways *w)
{
	w->to = GRAPH_NONE;
	for (uint32_t sw = 0; sw < w->graph->switches; sw++)
		w->order[sw] = sw;
	qsort_r(w->order, w->graph->switches, sizeof *w->order, by_rank, w->rank);
}

/* Of a switch from which no way leads down: one link more than the best switch above it. */
static uint32_t links_up(const struct ways *w, uint32_t sw)
{
	uint32_t least = GRAPH_NONE;

	for (unsigned port = 1; port <= graph_switch(w->graph, sw)->ports; port++) {
		const struct graph_place far = graph_peer(w->graph, sw, port);

		if (far.is == GRAPH_SWITCH && is_up(w, sw, far.number) && w->links[far.number] < least)
			least = w->links[far.number];
	}
	return least == GRAPH_NONE ? least : least + 1;
}

bool ways_to(struct ways *w, uint32_t sw)
{
	if (sw == w->to)
		return false;
	w->to = sw;
	ways_distances(w, true, &sw, 1, w->down);       /* against the links down to it */
	for (uint32_t i = 0; i < w->graph->switches; i++) {
		const uint32_t at = w->order[i];

		w->links[at] = w->down[at] != GRAPH_NONE ? w->down[at] : links_up(w, at);
	}
	return true;
}

unsigned ways_ports(const struct ways *w, uint32_t sw, uint8_t ports[GRAPH_PORTS])
{
	const bool down = w->down[sw] != GRAPH_NONE;
	const uint32_t *const left = down ? w->down : w->links;
	unsigned n = 0;

	if (!left[sw] || left[sw] == GRAPH_NONE)
		return 0;
	for (unsigned port = 1; port <= graph_switch(w->graph, sw)->ports; port++) {
		const struct graph_place far = graph_peer(w->graph, sw, port);

		if (far.is == GRAPH_SWITCH && is_up(w, sw, far.number) != down && left[far.number] == left[sw] - 1)
			ports[n++] = (uint8_t)port;
	}
	return n;
}
