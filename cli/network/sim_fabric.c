#include "sim_fabric.h"

#include "report_error.h"

#include <errno.h>

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

/* The wiring, and the port by which packets for the first LID of each end node leave a switch. Ports are counted from 0 on. */
static bool wire(struct topology_stored *t, const struct real_fabric *r, bool rates)
{
	const struct graph *g = &r->graph;

	for (uint32_t sw = 0; sw < g->switches; sw++) {
		if (!wire_switch(t, g, sw, rates))
			return false;
		for (uint32_t node = 0; node < g->nodes; node++) {
			const unsigned out = forwarding_out(&r->tables, sw, node);

			if (out && out != FORWARDING_NONE && !topology_stored_route(t, sw, node, out - 1))
				return false;
		}
	}
	return true;
}

/* Packets that do not arrive cannot be simulated; those that could block each other only if that is wanted. */
static int judge(const struct sim_job *j)
{
	const struct forwarding_verdict *v = &j->fabric.verdict;
	FILE *const f = sim_words(&j->s);

	if (!v->lost.n && !v->round.n && (!v->cycle || j->s.run.allow_cycles)) {
		if (v->cycle)
			real_fabric_print_cycle(&j->fabric, f);
		return EXIT_OK;
	}
	real_fabric_print(&j->fabric, f);
	return EXIT_CHECK_FAILED;
}

int sim_fabric_open(struct sim_job *j)
{
	const struct simulate_options *s = &j->s.run;
	int status;

	if (!s->fabric)
		return EXIT_OK;
	j->files = (struct real_fabric_files){ .fabric = s->fabric, .routes = s->routes, .without = s->without };
	status = real_fabric_open(&j->fabric, &j->files);
	if (status == EXIT_OK)
		status = judge(j);
	if (status != EXIT_OK)
		return status;
	j->run.stored = topology_stored_new(j->fabric.graph.switches, radix_of(&j->fabric.graph), j->fabric.graph.nodes);
	errno = ENOMEM;
	return j->run.stored && wire(j->run.stored, &j->fabric, !s->equal_rates) ? EXIT_OK : cannot("--fabric: not enough memory for %u switches and %u end nodes",
										      j->fabric.graph.switches, j->fabric.graph.nodes);
}

void sim_fabric_close(struct sim_job *j)
{
	topology_stored_free(j->run.stored);
	j->run.stored = NULL;
	real_fabric_close(&j->fabric);
}
