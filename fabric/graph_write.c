#include "graph_write.h"

#include "csv.h"

#include <inttypes.h>

static void write_end(const struct graph *g, uint32_t port, FILE *to)
{
	const struct graph_port *p = &g->port[port];
	const struct graph_device *d = &g->device[p->device];

	fputs(d->is_switch ? "switch," : "node,", to);
	csv_text(to, graph_name(g, d));
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
