#include "digest.h"

#include "chart.h"
#include "embedded.h"
#include "markup.h"
#include "output.h"
#include "program.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A kind of traffic to plot. */
static const struct {
	const char *name, *title;
	enum figure load, front;
} plots[] = {
	{ "uniform", "Uniform traffic", FIGURE_uniform, FIGURE_front_uniform },
	{ "hot-spot", "Hot spot", FIGURE_hot_spot, FIGURE_front_hot_spot },
};

enum { PLOTS = sizeof plots / sizeof *plots };

static double number(const struct digest *r, unsigned point, enum figure f)
{
	return results_number(r->results, point, 0, figures[f].name);
}

/* Points of the same value of the first axis, which is a network. */
static unsigned per_network(const struct digest *r)
{
	return r->results->lattice->points / r->results->lattice->axis[0].n;
}

/* A series is the points that differ only in the last axis; each network has the same series. Is any point of the series complete? */
static bool series_there(const struct digest *r, unsigned point)
{
	const struct lattice *l = r->results->lattice;
	const unsigned last = l->axis[l->axes - 1].n, first = point % per_network(r) / last * last;

	for (unsigned i = 0; i < l->points; i += per_network(r))
		for (unsigned k = i + first; k < i + first + last; k++)
			if (results_complete(r->results, k))
				return true;
	return false;
}

/* Number of a series among those with points; the same in every network. */
static unsigned series_of(const struct digest *r, unsigned point)
{
	const struct lattice *l = r->results->lattice;
	const unsigned last = l->axis[l->axes - 1].n, first = point % per_network(r) / last * last;
	unsigned n = 0;

	for (unsigned i = 0; i < first; i += last)
		n += series_there(r, i);
	return n;
}

/* "recn-iq, 4 saqs": values of the axes between the first and the last, if they apply; numbers with the axis' name. */
static void series_text(const struct digest *r, unsigned point, char *text, size_t size)
{
	const struct lattice *l = r->results->lattice;
	size_t n = 0;

	*text = '\0';
	for (unsigned a = 1; a + 1 < l->axes && n < size; a++) {
		const char *value = lattice_value(l, point, a);
		const bool named = value[strspn(value, "0123456789")];

		if (lattice_none(l, point, a))
			continue;
		n += (size_t)snprintf(text + n, size - n, "%s%s%s%s", n ? ", " : "", value, named ? "" : " ", named ? "" : l->axis[a].name);
	}
}

static bool network_there(const struct digest *r, unsigned network, unsigned *any)
{
	for (*any = network * per_network(r); *any < (network + 1) * per_network(r); ++*any)
		if (results_complete(r->results, *any))
			return true;
	return false;
}

static void css(FILE *f)
{
	for (const struct embedded *e = tradeoff_files; e->name; e++)
		if (!strcmp(e->name, "page.css"))
			fwrite(e->text, 1, e->size, f);
}

static void head(const struct digest *r, FILE *f)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
	      "<meta name=\"generator\" content=\"" OUTPUT_MARK "\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<meta name=\"color-scheme\" content=\"light dark\"/>\n"
	      "<title>Area against throughput</title>\n<style>\n", f);
	css(f);
	fputs("</style>\n</head>\n<body>\n<h1>Area against throughput</h1>\n<p>", f);
	markup_text(r->network, f);
	fputs("</p>\n", f);
}

static void legend(const struct digest *r, FILE *f)
{
	const struct lattice *l = r->results->lattice;
	const unsigned last = l->axis[l->axes - 1].n;
	char text[128];

	fputs("<ul class=\"legend\">\n", f);
	for (unsigned i = 0; i < per_network(r); i += last) {
		if (!series_there(r, i))
			continue;
		series_text(r, i, text, sizeof text);
		fputs("<li>", f);
		chart_mark(series_of(r, i), true, f);
		markup_text(text, f);
		fputs("</li>\n", f);
	}
	fprintf(f, "</ul>\n<p>Filled, and joined by the dashed line: the Pareto front of the network; hollow: something else costs less and accepts as much, or more. "
		   "The number at a point: %s.</p>\n", l->axis[l->axes - 1].name);
}

/* Loads of all networks have one scale, for comparison; areas have one for each network, from 0 on. */
static void scales(const struct digest *r, unsigned network, unsigned plot, struct chart *c)
{
	double low = 1, high = 0, area = 0;

	for (unsigned i = 0; i < r->results->lattice->points; i++)
		if (results_complete(r->results, i)) {
			low = fmin(low, number(r, i, plots[plot].load));
			high = fmax(high, number(r, i, plots[plot].load));
			if (i / per_network(r) == network)
				area = fmax(area, number(r, i, FIGURE_port_mm2));
		}
	c->x = scale_of(0, area, 6);
	c->y = scale_of(low, high, 6);
}

static void point_of(const struct digest *r, unsigned i, unsigned plot, struct chart_point *p)
{
	const struct lattice *l = r->results->lattice;
	char name[LATTICE_TEXT], load[32], area[32], front[8];

	lattice_text(l, i, name, sizeof name);
	digest_cell(r, i, plots[plot].load, load, sizeof load);
	digest_cell(r, i, FIGURE_port_mm2, area, sizeof area);
	digest_cell(r, i, plots[plot].front, front, sizeof front);
	*p = (struct chart_point){ .x = number(r, i, FIGURE_port_mm2), .y = number(r, i, plots[plot].load), .series = series_of(r, i),
				   .front = !strcmp(front, "yes") };
	snprintf(p->label, sizeof p->label, "%.16s", lattice_value(l, i, l->axes - 1));
	snprintf(p->title, sizeof p->title, "%.140s: %s mm² a port, accepts %s", name, area, load);
}

static void figure(const struct digest *r, unsigned network, unsigned plot, struct chart_point *point, FILE *f)
{
	char id[64], title[128];
	struct chart c = { .id = id, .title = title, .x_label = "area per port, mm²", .y_label = "accepted load", .point = point };

	for (unsigned i = network * per_network(r); i < (network + 1) * per_network(r); i++)
		if (results_complete(r->results, i))
			point_of(r, i, plot, &point[c.n++]);
	snprintf(id, sizeof id, "%s-%u", plots[plot].name, network);
	snprintf(title, sizeof title, "%s, %s %.20s: accepted load against area per port", plots[plot].title, r->results->lattice->axis[0].name,
		 r->results->lattice->axis[0].value[network]);
	scales(r, network, plot, &c);
	fprintf(f, "<figure>\n<figcaption>%s</figcaption>\n", plots[plot].title);
	chart_write(&c, f);
	fputs("</figure>\n", f);
}

static void charts(const struct digest *r, FILE *f)
{
	const struct lattice *l = r->results->lattice;
	struct chart_point *point = malloc(per_network(r) * sizeof *point);
	char nodes[32], switches[32];
	unsigned any;

	for (unsigned i = 0; point && i < l->axis[0].n; i++) {
		if (!network_there(r, i, &any))
			continue;
		digest_cell(r, any, FIGURE_nodes, nodes, sizeof nodes);
		digest_cell(r, any, FIGURE_switches, switches, sizeof switches);
		fprintf(f, "<h2>%s %s: %s nodes, %s switches</h2>\n<div class=\"charts\">\n", l->axis[0].name, l->axis[0].value[i], nodes, switches);
		for (unsigned k = 0; k < PLOTS; k++)
			figure(r, i, k, point, f);
		fputs("</div>\n", f);
	}
	free(point);
}

static void table_head(const struct digest *r, FILE *f)
{
	const struct lattice *l = r->results->lattice;

	fputs("<thead><tr>", f);
	for (unsigned a = 0; a < l->axes; a++)
		fprintf(f, "<th scope=\"col\">%s</th>", l->axis[a].name);
	for (enum figure i = 0; i < FIGURES; i++)
		if (figure_there(i, r->synthesis))
			fprintf(f, "<th scope=\"col\" title=\"%s\">%s<small>%s%s<a href=\"#%s\">%s</a></small></th>", figures[i].help, figures[i].label,
				figures[i].unit, *figures[i].unit ? "; " : "", source_names[figures[i].source], source_texts[figures[i].source]);
	fputs("</tr></thead>\n", f);
}

static void table_row(const struct digest *r, unsigned point, FILE *f)
{
	const struct lattice *l = r->results->lattice;
	char cell[64];
	bool best = false;

	for (unsigned k = 0; k < PLOTS; k++) {
		digest_cell(r, point, plots[k].front, cell, sizeof cell);
		best = best || !strcmp(cell, "yes");
	}
	fputs(best ? "<tr class=\"best\">" : "<tr>", f);
	for (unsigned a = 0; a < l->axes; a++)
		fprintf(f, "<td>%s</td>", lattice_value(l, point, a));
	for (enum figure i = 0; i < FIGURES; i++)
		if (figure_there(i, r->synthesis)) {
			digest_cell(r, point, i, cell, sizeof cell);
			fprintf(f, strcmp(cell, "no") ? "<td>%s</td>" : "<td class=\"no\">%s</td>", cell);
		}
	fputs("</tr>\n", f);
}

static void table(const struct digest *r, FILE *f)
{
	fputs("<h2>All points</h2>\n<div class=\"wide\" tabindex=\"0\">\n<table>\n<caption>Bold: on a front. What a column is, and where it comes from: below.</caption>\n", f);
	table_head(r, f);
	fputs("<tbody>\n", f);
	for (unsigned i = 0; i < r->results->lattice->points; i++)
		if (results_complete(r->results, i))
			table_row(r, i, f);
	fputs("</tbody>\n</table>\n</div>\n", f);
}

static void source(const struct digest *r, enum figure_source s, FILE *f)
{
	bool any = false;

	for (enum figure i = 0; i < FIGURES; i++)
		any = any || (figures[i].source == s && figure_there(i, r->synthesis));
	if (!any)
		return;
	fprintf(f, "<dt id=\"%s\">%s</dt>\n<dd>", source_names[s], source_texts[s]);
	markup_text(r->source[s], f);
	for (enum figure i = 0; i < FIGURES; i++)
		if (figures[i].source == s && figure_there(i, r->synthesis))
			fprintf(f, "<br/><code>%s</code>: %s", figures[i].name, figures[i].help);
	fputs("</dd>\n", f);
}

static void notes(const struct digest *r, FILE *f)
{
	if (r->notes)
		fputs("<h2>To be read with care</h2>\n<ul>\n", f);
	for (unsigned i = 0; i < r->notes; i++) {
		fputs("<li>", f);
		markup_text(r->note[i], f);
		fputs("</li>\n", f);
	}
	if (r->notes)
		fputs("</ul>\n", f);
}

void digest_page(const struct digest *r, FILE *f)
{
	head(r, f);
	legend(r, f);
	charts(r, f);
	table(r, f);
	fputs("<h2>Where the numbers come from</h2>\n<dl>\n", f);
	for (enum figure_source s = 0; s < SOURCES; s++)
		source(r, s, f);
	fputs("</dl>\n", f);
	notes(r, f);
	fputs("<p>The same again: <code>", f);
	markup_text(r->command, f);
	fprintf(f, "</code>, by a program of sources %s", program_sources);
	fputs("</p>\n</body>\n</html>\n", f);
}
