#include "graph.h"

#include "csv.h"

#include <inttypes.h>
#include <string.h>

static unsigned port_number(const struct graph *g, uint32_t port)
{
	return port - g->device[g->port[port].device].first + 1;
}

struct graph_place graph_peer(const struct graph *g, uint32_t sw, unsigned port)
{
	const struct graph_device *d = graph_switch(g, sw);
	const uint32_t peer = port && port <= d->ports ? g->port[d->first + port - 1].peer : GRAPH_NONE;

	if (peer == GRAPH_NONE)
		return (struct graph_place){ GRAPH_NOTHING, 0, 0 };
	const struct graph_device *far = &g->device[g->port[peer].device];

	if (far->is_switch)
		return (struct graph_place){ GRAPH_SWITCH, far->number, port_number(g, peer) };
	return (struct graph_place){ GRAPH_NODE, g->port[peer].node, 0 };
}

struct graph_place graph_attach(const struct graph *g, uint32_t node)
{
	const uint32_t port = g->port[g->node[node]].peer;

	return (struct graph_place){ GRAPH_SWITCH, g->device[g->port[port].device].number, port_number(g, port) };
}

uint32_t graph_target_of_node(const struct graph *g, uint32_t node)
{
	return g->of_lid[g->port[g->node[node]].lid];
}

uint32_t graph_find_guid(const struct graph *g, uint64_t guid)
{
	for (uint32_t sw = 0; guid && sw < g->switches; sw++)
		if (graph_switch(g, sw)->guid == guid)
			return sw;
	return GRAPH_NONE;
}

void graph_port_text(const struct graph *g, uint32_t sw, unsigned port, char *text, size_t size)
{
	const char *const name = graph_switch(g, sw)->name;
	const size_t most = size - sizeof " port 64";
	size_t length = strlen(name);

	for (length = length < most ? length : most; length && ((unsigned char)name[length] & 0xc0) == 0x80;)   /* inside a character of UTF-8 */
		length--;
	snprintf(text, size, "%.*s port %u", (int)length, name, port);
}

void graph_node_text(const struct graph *g, uint32_t node, char *text, size_t size)
{
	const struct graph_device *d = &g->device[g->port[g->node[node]].device];

	if (d->ports > 1)
		snprintf(text, size, "%s port %u", d->name, port_number(g, g->node[node]));
	else
		snprintf(text, size, "%s", d->name);
}

static void write_end(const struct graph *g, uint32_t port, FILE *to)
{
	const struct graph_port *p = &g->port[port];
	const struct graph_device *d = &g->device[p->device];

	fputs(d->is_switch ? "switch," : "node,", to);
	csv_text(to, d->name);
	fputc(',', to);
	if (d->guid)
		fprintf(to, "0x%016" PRIx64, d->guid);
	fprintf(to, ",%u,%u,%u,", d->is_switch ? d->lid : p->lid, d->is_switch ? d->lmc : p->lmc, port - d->first + 1);
}

static void write_link(const struct graph *g, uint32_t port, FILE *to)
{
	char rate[LINK_RATE_TEXT];

	write_end(g, port, to);
	write_end(g, g->port[port].peer, to);
	link_rate_text(g->port[port].rate, rate);
	fprintf(to, "%s\n", rate);
}

void graph_write_links(const struct graph *g, FILE *to)
{
	fputs("kind,name,guid,lid,lmc,port,peer_kind,peer,peer_guid,peer_lid,peer_lmc,peer_port,rate\n", to);
	for (uint32_t sw = 0; sw < g->switches; sw++)
		for (unsigned port = 1; port <= graph_switch(g, sw)->ports; port++) {
			const struct graph_place far = graph_peer(g, sw, port);

			if (far.is == GRAPH_NODE || (far.is == GRAPH_SWITCH && (far.number > sw || (far.number == sw && far.port > port))))
				write_link(g, graph_switch(g, sw)->first + port - 1, to);
		}
}
