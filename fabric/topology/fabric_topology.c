#include "fabric_topology.h"

#include "net/topology/topology_stored.h"
#include "why_not.h"

#include <stdlib.h>

/* Ports that links need: of real switches many may be open. */
static unsigned radix_of(const struct graph *g)
{
	unsigned radix = 0;

	for (uint32_t sw = 0; sw < g->switches; sw++)
		for (unsigned port = graph_switch(g, sw)->ports; port > radix; port--)
			if (graph_peer(g, sw, port).is != GRAPH_NOTHING)
				radix = port;
	return radix;
}

/* Of the link of a port; a rate that one end has holds for the other as well. */
static uint32_t rate_of(const struct graph *g, uint32_t sw, unsigned port)
{
	const struct graph_port *own = g->port + graph_switch(g, sw)->first + port - 1;

	return own->rate.mbit ? own->rate.mbit : g->port[own->peer].rate.mbit;
}

static bool wire_switch(struct topology_stored *t, const struct graph *g, uint32_t sw, bool rates)
{
	for (unsigned port = 1; port <= graph_switch(g, sw)->ports; port++) {
		const struct graph_place far = graph_peer(g, sw, port);
		bool good = true;

		if (far.is == GRAPH_NODE)
			good = topology_stored_node(t, far.number, sw, port - 1);
		else if (far.is == GRAPH_SWITCH && (far.number > sw || (far.number == sw && far.port > port)))
			good = topology_stored_link(t, sw, port - 1, far.number, far.port - 1);
		if (good && rates && far.is != GRAPH_NOTHING)
			good = topology_stored_rate(t, sw, port - 1, rate_of(g, sw, port));
		if (!good)
			return false;
	}
	return true;
}

/* The LIDs of nodes, where packets go to others than the first ones. */
static bool set_lids(struct topology_stored *t, const struct graph *g, enum topology_lid lid)
{
	uint8_t *const lmc = malloc(g->nodes);
	bool several = false, good = lmc;

	for (uint32_t node = 0; good && node < g->nodes; node++) {
		lmc[node] = g->port[g->node[node]].lmc;
		several = several || lmc[node];
	}
	if (several && lid != LID_FIRST)
		good = topology_stored_addresses(t, lmc, lid);
	free(lmc);
	return good;
}

/* The port by which packets for a LID that the run knows as an address leave each switch. Ports are counted from 0 on. */
static bool route(struct topology_stored *t, const struct forwarding *f, uint32_t address, uint32_t target)
{
	for (uint32_t sw = 0; sw < f->graph->switches; sw++) {
		const unsigned out = *forwarding_entry(f, sw, target);

		if (out && out != FORWARDING_NONE && !topology_stored_route(t, sw, address, out - 1))
			return false;
	}
	return true;
}

/* The wiring and the routes. The LIDs of a port are targets that follow each other. */
static bool wire(struct topology_stored *t, const struct real_fabric *r, const struct simulate_options *o)
{
	const struct graph *g = &r->graph;

	if (!set_lids(t, g, (enum topology_lid)o->lid))
		return false;
	for (uint32_t sw = 0; sw < g->switches; sw++)
		if (!wire_switch(t, g, sw, !o->equal_rates))
			return false;
	for (uint32_t node = 0; node < g->nodes; node++)
		for (uint32_t a = t->first[node]; a < t->first[node + 1]; a++)
			if (!route(t, &r->tables, a, graph_target_of_node(g, node) + a - t->first[node]))
				return false;
	return true;
}

bool fabric_topology_read(struct fabric_topology *t, const struct simulate_options *o)
{
	t->files = (struct real_fabric_files){ .fabric = o->fabric, .routes = o->routes, .without = o->without };
	return real_fabric_open(&t->fabric, &t->files);
}

bool fabric_topology_runs(const struct fabric_topology *t, const struct simulate_options *o)
{
	const struct forwarding_verdict *v = &t->fabric.verdict;

	return !v->lost.n && !v->round.n && (!v->cycle || o->allow_cycles);
}

/* Ports as the file has them, and as the check names them. */
static void name_output(const struct topology *t, uint32_t sw, unsigned port, char text[TOPOLOGY_NAME])
{
	graph_port_text(t->stored->named, sw, port + 1, text, TOPOLOGY_NAME);
}

bool fabric_topology_wire(struct fabric_topology *t, struct simulation *s)
{
	const struct graph *g = &t->fabric.graph;

	s->stored = t->stored = topology_stored_new(g->switches, radix_of(g), g->nodes);
	if (!t->stored)
		return false;
	t->stored->name = name_output;
	t->stored->named = g;
	return wire(t->stored, &t->fabric, &s->o);
}

bool fabric_topology_open(struct fabric_topology *t, struct simulation *s, char why[OPTION_WHY])
{
	const struct forwarding_verdict *const v = &t->fabric.verdict;

	*t = (struct fabric_topology){ .stored = NULL };
	if (!s->o.fabric)
		return true;
	if (!fabric_topology_read(t, &s->o))
		return why_not(why, OPTION_WHY, "%.*s", OPTION_WHY - 1, t->fabric.why);
	if (v->lost.n || v->round.n)
		return why_not(why, OPTION_WHY, "--fabric: %.60s: packets %s: %.150s", t->files.fabric, v->lost.n ? "do not arrive" : "go round",
			       (v->lost.n ? &v->lost : &v->round)->first);
	if (!fabric_topology_runs(t, &s->o))
		return why_not(why, OPTION_WHY, "--fabric: %.60s: a cycle of %u links that wait for each other; --allow-cycles runs it", t->files.fabric,
			       v->cycle_links);
	return fabric_topology_wire(t, s) || why_not(why, OPTION_WHY, "--fabric: not enough memory for %u switches and %u end nodes",
						     t->fabric.graph.switches, t->fabric.graph.nodes);
}

void fabric_topology_close(struct fabric_topology *t)
{
	topology_stored_free(t->stored);
	if (t->files.fabric)
		real_fabric_close(&t->fabric);
	*t = (struct fabric_topology){ .stored = NULL };
}
