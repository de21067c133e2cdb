#include "sim_report_parts.h"

#include "net/results/samples.h"

#include <inttypes.h>

/* Of links at most, some 6 MB of them. */
enum { LINKS = 150000 };

void report_figure(const char *id, const char *title, const char *note, FILE *f)
{
	fprintf(f, "<figure id=\"%s\">\n<figcaption>%s</figcaption>\n<div class=\"plot\"></div>\n<p class=\"unscaled\">%s</p>\n</figure>\n", id, title, note);
}

bool report_links_drawn(const struct report_page *p)
{
	return p->r->stats->config.links <= LINKS;
}

static bool has_trees(const struct report_page *p)
{
	return p->u->network.shape.saqs && !p->u->network.shape.by_flits;
}

static bool has_stops(const struct report_page *p)
{
	return p->u->network.shape.messages == MESSAGES_QUEUE;
}

static bool sampled(const struct report_page *p)
{
	return p->r->samples && p->r->samples->n && report_links_drawn(p);
}

static const char *unit(const struct report_page *p)
{
	const struct shape *const s = &p->u->network.shape;

	return s->by_flits ? "flits" : s->by_cells ? "cells" : "packets";
}

/* Switches of a row, where there are no stages: a dimension or several of a grid, a group of a dragonfly. 0: any number. */
static unsigned row_length(const struct simulation *u)
{
	const struct topology *const t = &u->network.topology;
	uint64_t length = 1;

	if (t->stored)
		return 0;
	if (u->o.topology == TOPOLOGY_DRAGONFLY)
		return t->dragonfly.a.by;
	for (unsigned d = 0; d < t->grid.dims && length * length < t->switches; d++)
		length *= t->grid.size[d].by;
	return topology_is_grid(u->o.topology) && t->grid.dims ? (unsigned)length : 0;
}

/* The figure of a map, up to attributes of its own. */
static void begin_map(const char *id, const struct report_page *p, FILE *f)
{
	const struct topology *const t = &p->u->network.topology;

	fprintf(f, "<figure id=\"%s\" data-radix=\"%u\" data-row=\"%u\" data-first=\"", id, t->radix, row_length(p->u));
	for (unsigned i = 0; t->stages > 1 && i < t->stages; i++)
		fprintf(f, "%u ", t->first[i]);
	fprintf(f, "%u\" data-down=\"", t->switches);
	for (unsigned i = 0; t->stages > 1 && i < t->stages; i++)
		fprintf(f, "%s%u", i ? " " : "", t->down[i]);
	fputs("\"", f);
}

void report_map(const struct report_page *p, FILE *f)
{
	const struct topology *const t = &p->u->network.topology;

	fputs("<h2>Use of links</h2>\n", f);
	if (!report_links_drawn(p)) {
		fprintf(f, "<p>The network has %u links, too many for a page: <code>--csv-links</code> has their use.</p>\n", p->r->stats->config.links);
		return;
	}
	begin_map("map", p, f);
	fputs(">\n<figcaption>Fraction of the time from warm-up to end in which a link is in use</figcaption>\n<div class=\"plot\"></div>\n"
	      "<p class=\"unscaled\">A column is a switch, a cell in it the link that leaves a port, port 0 the lowest.", f);
	if (t->stages > 1)
		fputs(" Ports down are below ports up.", f);
	fputs(" In the last rows a column has the links from the nodes of a switch.</p>\n</figure>\n", f);
}

void report_tree_figures(const struct report_page *p, FILE *f)
{
	char note[160];

	if (!sampled(p))
		return;
	snprintf(note, sizeof note, "A sample each %" PRIu64 " cycles.", p->r->samples->period);
	if (has_trees(p))
		report_figure("growth", "Queues of congestion trees over time", note, f);
	else if (has_stops(p))
		report_figure("stops", "Stopped priorities over time", note, f);
	report_figure("fill", "Fill of the memories over time", note, f);
}

void report_trees(const struct report_page *p, FILE *f)
{
	if (!sampled(p))
		return;
	fprintf(f, "<h2>%s</h2>\n", has_trees(p) ? "Congestion trees" : has_stops(p) ? "Fill and stopped priorities" : "Fill of the memories");
	begin_map("trees", p, f);
	fprintf(f, " data-unit=\"%s\" data-queue=\"%s\"%s%s>\n<figcaption>What the memories of the ports hold in a cycle%s</figcaption>\n<div class=\"plot\"></div>\n"
		   "<p class=\"unscaled\">A column is a switch, a cell in it a port, port 0 the lowest.", unit(p), sim_queue_name(&p->u->network.shape),
		has_trees(p) ? " data-trees=\"trees\"" : "", p->u->network.shape.by_cells ? " data-sides=\"two\"" : "",
		has_trees(p) ? ", and the trees" : has_stops(p) ? ", and the priorities that are stopped" : "");
	if (has_trees(p))
		fprintf(f, " Coloured: it has a %s with packets for the root of a tree, a congested output, which has a frame. Branches lead towards it; bold: the queue is"
			   " stopped. Grey: all but the largest of the run.", sim_queue_name(&p->u->network.shape));
	else if (has_stops(p))
		fputs(" Coloured: it has stopped a priority upstream; bold: that link.", f);
	fprintf(f, " A sample each %" PRIu64 " cycles.</p>\n</figure>\n", p->r->samples->period);
}

void report_names(const struct report_page *p, FILE *f)
{
	for (uint32_t i = 0; i < p->fabric->switches; i++)
		fprintf(f, "switch,%" PRIu32 ",%s\n", i, graph_name(p->fabric, graph_switch(p->fabric, i)));
	for (uint32_t i = 0; i < p->fabric->nodes; i++)
		fprintf(f, "node,%" PRIu32 ",%s\n", i, graph_name(p->fabric, &p->fabric->device[p->fabric->port[p->fabric->node[i]].device]));
}
