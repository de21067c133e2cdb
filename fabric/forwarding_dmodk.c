#include "forwarding.h"

#include <string.h>

/*
 * A fat tree: switches in stages, the end nodes' first; links between neighbouring stages only; the switches of a stage have equally many ports up.
 * End nodes are numbered as a walk down the tree meets them, so that those below a switch follow each other. By digits of that number, to the
 * bases of the ports up of each stage, packets for an end node go up.
 */
enum { STAGES = 32 };

struct tree {
	const struct graph *graph;
	struct ways *ways;              /* rank: stages below the last one */
	uint32_t *stage;                /* by switch */
	uint32_t *index;                /* by end node: its number in the order of the tree */
	uint8_t *seen;                  /* by switch */
	uint32_t beside[STAGES];        /* by stage: the product of the ports up of the stages before */
	uint32_t stages, nodes;
};

/* Lists the ports up of a switch, and returns their number; GRAPH_NONE: one of its links leads neither up nor down a stage. */
static uint32_t ports_up(const struct tree *t, uint32_t sw, uint8_t up[GRAPH_PORTS])
{
	uint32_t n = 0;

	for (unsigned port = 1; port <= graph_switch(t->graph, sw)->ports; port++) {
		const struct graph_place far = graph_peer(t->graph, sw, port);

		if (far.is == GRAPH_SWITCH && t->stage[far.number] == t->stage[sw])
			return GRAPH_NONE;
		if (far.is == GRAPH_SWITCH && t->stage[far.number] > t->stage[sw])
			up[n++] = (uint8_t)port;
	}
	return n;
}

/* Are there stages, of switches with equally many ports up? Then beside is known, too. */
static bool is_regular(struct tree *t)
{
	uint32_t up[STAGES];
	uint8_t port[GRAPH_PORTS];

	if (t->stages > STAGES)
		return false;
	memset(up, 0xff, sizeof up);
	for (uint32_t sw = 0; sw < t->graph->switches; sw++) {
		const uint32_t stage = t->stage[sw], n = stage == GRAPH_NONE ? GRAPH_NONE : ports_up(t, sw, port);

		if (n == GRAPH_NONE || (up[stage] != GRAPH_NONE && up[stage] != n) || (!n && stage + 1 < t->stages))
			return false;
		up[stage] = n;
	}
	t->beside[0] = 1;
	for (uint32_t stage = 1; stage < t->stages; stage++) {
		if ((uint64_t)t->beside[stage - 1] * up[stage - 1] > GRAPH_NONE)
			return false;
		t->beside[stage] = t->beside[stage - 1] * up[stage - 1];
	}
	return true;
}

/* Number the end nodes below a switch that are not numbered yet, by ports. The depth is that of the stages. */
static void walk(struct tree *t, uint32_t sw)
{
	if (t->seen[sw])
		return;
	t->seen[sw] = 1;
	for (unsigned port = 1; port <= graph_switch(t->graph, sw)->ports; port++) {
		const struct graph_place far = graph_peer(t->graph, sw, port);

		if (far.is == GRAPH_NODE)
			t->index[far.number] = t->nodes++;
		else if (far.is == GRAPH_SWITCH && t->stage[far.number] < t->stage[sw])
			walk(t, far.number);
	}
}

static void number_nodes(struct tree *t)
{
	for (uint32_t sw = 0; sw < t->graph->switches; sw++)
		if (t->stage[sw] + 1 == t->stages)
			walk(t, sw);
	for (uint32_t sw = 0; sw < t->graph->switches; sw++)
		t->ways->rank[sw] = t->stages - 1 - t->stage[sw];
	ways_sort(t->ways);
}

/* Which of the ports: up, by the digit of the number; down, by the same digit among parallel links. */
static uint8_t choose(const struct tree *t, uint32_t sw, uint32_t number, const uint8_t *port, unsigned n)
{
	const struct graph_place far = graph_peer(t->graph, sw, port[0]);
	const uint32_t lower = t->stage[far.number] < t->stage[sw] ? t->stage[far.number] : t->stage[sw];

	return port[number / t->beside[lower] % n];
}

/* Further LIDs of an end node go by the ways of its neighbours, a switch by those of a node of its number. */
static uint32_t number_of(const struct tree *t, const struct graph_target *target)
{
	return target->node == GRAPH_NONE ? target->sw : t->index[target->node] + target->lid - t->graph->port[t->graph->node[target->node]].lid;
}

static void fill_target(struct tree *t, struct forwarding *f, uint32_t target)
{
	const struct graph_target *to = &t->graph->target[target];
	uint8_t port[GRAPH_PORTS];

	for (uint32_t sw = 0; sw < t->graph->switches; sw++) {
		const unsigned n = ways_ports(t->ways, sw, port);

		if (n)
			*forwarding_entry(f, sw, target) = choose(t, sw, number_of(t, to), port, n);
		else if (sw == to->sw)
			*forwarding_entry(f, sw, target) = to->port;
	}
}

/* The switch above by which packets with this number go up. */
static uint32_t above(const struct tree *t, uint32_t sw, uint32_t number)
{
	uint8_t up[GRAPH_PORTS];
	const uint32_t n = ports_up(t, sw, up);

	return graph_peer(t->graph, sw, choose(t, sw, number, up, n)).number;
}

/* The switch at which packets from this one turn down; GRAPH_NONE: they do not arrive. */
static uint32_t turn_of(const struct tree *t, const struct forwarding *f, uint32_t sw, uint32_t target)
{
	while (t->ways->down[sw] == GRAPH_NONE) {
		const uint8_t out = *forwarding_entry(f, sw, target);

		if (out == FORWARDING_NONE)
			return GRAPH_NONE;
		sw = graph_peer(t->graph, sw, out).number;
	}
	return sw;
}

/* Do packets for a target turn down at one switch of each stage: at that by which packets from its own switch would go up? */
static bool meet(const struct tree *t, const struct forwarding *f, uint32_t target)
{
	const struct graph_target *to = &t->graph->target[target];
	uint32_t at[STAGES];

	at[0] = to->sw;
	for (uint32_t stage = 0; stage + 1 < t->stages; stage++)
		at[stage + 1] = above(t, at[stage], number_of(t, to));
	for (uint32_t sw = 0; sw < t->graph->switches; sw++) {
		const uint32_t turn = t->stage[sw] ? at[0] : turn_of(t, f, sw, target);

		if (turn == GRAPH_NONE || turn != at[t->stage[turn]])
			return false;
	}
	return true;
}

static bool fill(struct tree *t, struct forwarding *f)
{
	const struct graph *g = t->graph;

	for (uint32_t target = 0; target < g->targets; target++) {
		ways_to(t->ways, g->target[target].sw);
		fill_target(t, f, target);
		if (g->target[target].node != GRAPH_NONE && !meet(t, f, target))
			return false;
	}
	return true;
}

static bool apply(struct tree *t, struct forwarding *f)
{
	ways_from_nodes(t->ways, t->ways->order, t->stage);
	for (uint32_t sw = 0; sw < t->graph->switches; sw++)
		if (t->stage[sw] != GRAPH_NONE && t->stage[sw] >= t->stages)
			t->stages = t->stage[sw] + 1;
	if (!is_regular(t))
		return false;
	number_nodes(t);
	return fill(t, f);
}

bool forwarding_dmodk(struct forwarding *f, struct ways *w, bool *applies)
{
	const struct graph *g = f->graph;
	struct stock memory = { .last = NULL };
	struct tree t = {
		.graph = g, .ways = w, .stage = stock_array(&memory, g->switches, sizeof *t.stage), .index = stock_array(&memory, g->nodes, sizeof *t.index),
		.seen = stock_array(&memory, g->switches, 1),
	};

	*applies = !memory.lacking && apply(&t, f);
	if (!*applies)
		memset(f->out, FORWARDING_NONE, (size_t)g->switches * g->targets);
	stock_free(&memory);
	return !memory.lacking;
}
