#include "forwarding.h"

#include "csv.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool forwarding_new(struct forwarding *f, const struct graph *g)
{
	const size_t entries = (size_t)g->switches * g->targets;

	*f = (struct forwarding){ .graph = g, .out = malloc(entries) };
	if (f->out)
		memset(f->out, FORWARDING_NONE, entries);
	return f->out;
}

void forwarding_free(struct forwarding *f)
{
	free(f->out);
	f->out = NULL;
}

static const char *target_name(const struct graph *g, const struct graph_target *t)
{
	return graph_name(g, t->node == GRAPH_NONE ? graph_switch(g, t->sw) : &g->device[g->port[g->node[t->node]].device]);
}

static void write_entry(const struct graph *g, const struct graph_target *t, uint8_t out, FILE *to)
{
	const uint64_t guid = t->node == GRAPH_NONE ? graph_switch(g, t->sw)->guid : g->port[g->node[t->node]].guid;

	fprintf(to, "0x%04x %03u # %s", t->lid, out, t->node == GRAPH_NONE ? "Switch" : "Channel Adapter");
	if (guid)
		fprintf(to, " portguid 0x%016" PRIx64, guid);
	fprintf(to, ": '%s'\n", target_name(g, t));
}

void forwarding_write_lfts(const struct forwarding *f, FILE *to)
{
	const struct graph *g = f->graph;
	const unsigned last = g->target[g->targets - 1].lid;

	for (uint32_t sw = 0; sw < g->switches; sw++) {
		const struct graph_device *d = graph_switch(g, sw);

		fprintf(to, "Unicast lids [0x0-0x%x] of switch Lid %u guid 0x%016" PRIx64 " ('%s'):\n", last, d->lid, d->guid, graph_name(g, d));
		for (uint32_t t = 0; t < g->targets; t++)
			if (*forwarding_entry(f, sw, t) != FORWARDING_NONE)
				write_entry(g, &g->target[t], *forwarding_entry(f, sw, t), to);
		fprintf(to, "%u lids dumped\n", last);
	}
}

void forwarding_write_csv(const struct forwarding *f, FILE *to)
{
	const struct graph *g = f->graph;

	fputs("switch,guid,destination,lid,port\n", to);
	for (uint32_t sw = 0; sw < g->switches; sw++)
		for (uint32_t t = 0; t < g->targets; t++) {
			const unsigned out = *forwarding_entry(f, sw, t);

			if (out == FORWARDING_NONE)
				continue;
			csv_text(to, graph_name(g, graph_switch(g, sw)));
			fputc(',', to);
			if (graph_switch(g, sw)->guid)
				fprintf(to, "0x%016" PRIx64, graph_switch(g, sw)->guid);
			fputc(',', to);
			csv_text(to, target_name(g, &g->target[t]));
			fprintf(to, ",%u,%u\n", g->target[t].lid, out);
		}
}
