#include "sim.h"

#include "markup.h"
#include "net/results/samples.h"
#include "net/run/simulate_fields.h"
#include "page_frame.h"
#include "report_place.h"
#include "text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* One run, as the parts of its page see it. */
struct report_page {
	const struct simulation *u;
	const struct simulation_result *r;
	const struct graph *fabric;     /* with names; NULL: there is none */
};

/* Of links at most, some 6 MB of them. */
enum { LINKS = 150000 };

/* A plot, which a script draws. */
static void report_figure(const char *id, const char *title, const char *note, FILE *f)
{
	fprintf(f, "<figure id=\"%s\">\n<figcaption>%s</figcaption>\n<div class=\"plot\"></div>\n<p class=\"unscaled\">%s</p>\n</figure>\n", id, title, note);
}

/* The map of links: are there few enough of them? */
static bool report_links_drawn(const struct report_page *p)
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

static void report_map(const struct report_page *p, FILE *f)
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

/* What samples show: plots over time; on the map. */
static void report_tree_figures(const struct report_page *p, FILE *f)
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

static void report_trees(const struct report_page *p, FILE *f)
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

/* Rows "switch,index,name" and "node,index,name". */
static void report_names(const struct report_page *p, FILE *f)
{
	for (uint32_t i = 0; i < p->fabric->switches; i++)
		fprintf(f, "switch,%" PRIu32 ",%s\n", i, graph_switch(p->fabric, i)->name);
	for (uint32_t i = 0; i < p->fabric->nodes; i++)
		fprintf(f, "node,%" PRIu32 ",%s\n", i, p->fabric->device[p->fabric->port[p->fabric->node[i]].device].name);
}

/* Of the series at most; bins are joined for that. */
enum { ROWS = 2000 };

static uint64_t joined(const struct stats *s)
{
	return (s->n_bins + ROWS - 1) / ROWS;
}

/* Texts of which the page consists: what the command says, ... */
static void words(const struct report_page *p, FILE *f)
{
	sim_print(p->u, p->r, false, f);
}

/* ... and the rows of its CSV files. */
static void series(const struct report_page *p, FILE *f)
{
	stats_write_joined(p->r->stats, joined(p->r->stats), f);
}

static void histogram(const struct report_page *p, FILE *f)
{
	stats_write_histogram(p->r->stats, f);
}

static void links(const struct report_page *p, FILE *f)
{
	sim_write_links(p->u, p->r, f);
}

/* Text in memory; s NULL: not enough of it. */
static struct text text_of(const struct report_page *p, void (*write)(const struct report_page *, FILE *))
{
	struct text t;
	FILE *const f = text_begin(&t);

	if (f)
		write(p, f);
	text_end(&t, f);
	return t;
}

static void add_input(const char *key, const char *value, void *fields)
{
	if (!strcmp(value, "yes") || !strcmp(value, "no"))
		fields_flag(fields, key, !strcmp(value, "yes"));
	else
		fields_word(fields, key, value);
}

/* All figures and the configuration, for `sluice report`. */
static void json(const struct report_page *p, FILE *f)
{
	struct fields fields = { .n = 0 };

	simulate_fields_results(p->u, p->r, &fields);
	strcpy(fields.of, "config.");
	simulate_inputs(p->u, add_input, &fields);
	fields_write_json(&fields, f);
	fields_free(&fields);
}

static void latencies(const struct report_page *p, FILE *f)
{
	samples_write_latency(p->r->samples, f);
}

static void samples(const struct report_page *p, FILE *f)
{
	samples_write(p->r->samples, f);
}

static void row(const char *name, const char *value, void *f)
{
	fputs("<tr><th scope=\"row\">", f);
	markup_text(name, f);
	fputs("</th><td>", f);
	markup_text(value, f);
	fputs("</td></tr>\n", f);
}

static bool rows_of_words(const struct report_page *p, FILE *f)
{
	struct text t = text_of(p, words);
	char *next = t.s, subject[SIM_SUBJECT + 1];
	const bool good = t.s;

	for (const char *line; (line = text_line(&next));) {    /* its subject, and the rest */
		snprintf(subject, sizeof subject, "%s", line);
		subject[strcspn(subject, " ")] = '\0';
		row(subject, line + (strlen(line) > SIM_SUBJECT ? SIM_SUBJECT : strlen(line)), f);
	}
	free(t.s);
	return good;
}

static bool figures(const struct report_page *p, FILE *f)
{
	struct fields fields = { .n = 0 };
	bool good;

	simulate_fields_results(p->u, p->r, &fields);
	good = !fields.failed;
	for (unsigned i = 0; i < fields.n; i++)
		row(fields.field[i].name, fields.field[i].text, f);
	fields_free(&fields);
	return good;
}

static bool data(const struct report_page *p, const char *id, void (*write)(const struct report_page *, FILE *), FILE *f)
{
	struct text t = text_of(p, write);
	const bool good = t.s;

	fprintf(f, "<pre hidden=\"hidden\" id=\"%s\">", id);
	if (t.s)
		markup_text(t.s, f);
	fputs("</pre>\n", f);
	free(t.s);
	return good;
}

static void charts(const struct report_page *p, FILE *f)
{
	const struct stats *const s = p->r->stats;
	char title[64], note[160];

	snprintf(note, sizeof note, "Means of %" PRIu64 " cycles; a load of 1 is all that the links of the nodes can carry.", joined(s) * s->config.bin);
	fputs("<div class=\"charts\">\n", f);
	report_figure("load", "Load over time", note, f);
	report_figure("latency", "Latency over time", "Of the packets that arrived in these cycles, since they were wanted. No line: none arrived.", f);
	if (p->r->samples)
		report_figure("percentiles", "Percentiles of latency over time",
			      "Of the packets that arrived between two samples, wanted since the warm-up. The axis is logarithmic.", f);
	report_figure("distribution", "Latency", "Of the packets that were wanted since the warm-up. The axis is logarithmic.", f);
	if (p->u->network.shape.saqs || p->u->network.shape.by_flits) {
		snprintf(title, sizeof title, p->u->network.shape.by_flits ? "Full buffers over time" : "%ss in use over time", sim_queue_name(&p->u->network.shape));
		report_figure("queues", title, "In all switches, by ten samples a bin.", f);
	}
	report_tree_figures(p, f);
	fputs("</div>\n", f);
}

static void table(const char *id, const char *title, FILE *f)
{
	fprintf(f, "<details>\n<summary>%s</summary>\n<table id=\"%s\">\n<tbody>\n", title, id);
}

/* Its contents, of a struct report_page. False: not enough memory. */
static bool write_page(const void *page, FILE *f)
{
	const struct report_page *const p = page;
	const struct samples *const taken = p->r->samples;
	bool good;

	if (taken && taken->lacking)
		return false;
	page_begin("Run of a network", page_file(report_files, "report.css"), f);
	fputs("<table id=\"words\">\n<tbody>\n", f);
	good = rows_of_words(p, f);
	fputs("</tbody>\n</table>\n", f);
	charts(p, f);
	report_map(p, f);
	report_trees(p, f);
	fputs("<h2>Figures</h2>\n", f);
	table("figures", "All figures, by their names in JSON", f);
	good = figures(p, f) && good;
	fputs("</tbody>\n</table>\n</details>\n", f);
	table("config", "Configuration", f);
	simulate_inputs(p->u, row, f);
	fputs("</tbody>\n</table>\n</details>\n", f);
	good = data(p, "series", series, f) && data(p, "histogram", histogram, f) && data(p, "json", json, f) && good;
	if (report_links_drawn(p))
		good = data(p, "links", links, f) && good;
	if (taken)
		good = data(p, "latencies", latencies, f) && (!report_links_drawn(p) || data(p, "samples", samples, f)) && good;
	if (p->fabric)
		good = data(p, "names", report_names, f) && good;
	page_end(report_files, (const char *const[]){ "plot.js", "map.js", "trees.js", "report.js", NULL }, f);
	return good;
}

bool sim_report_write(const struct sim_job *j, const struct simulation_result *r, char why[PARAMS_WHY])
{
	const struct report_place place = { "report", j->s.report };
	const struct report_page page = { &j->run, r, j->run.stored ? &j->fabric.fabric.graph : NULL };

	return report_write(&place, write_page, &page, why);
}
