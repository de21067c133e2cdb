#include "chart.h"
#include "digest.h"
#include "markup.h"
#include "page_frame.h"
#include "program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ----- plots ----- */

/* NAN: the point has none. */
static double number(const struct digest *r, unsigned point, enum figure f)
{
	return results_number(r->results, point, 0, figures[f].name);
}

static bool shown(const struct digest *r, unsigned point, enum metric m)
{
	return results_complete(r->results, point) && !isnan(number(r, point, metrics[m].figure));
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
	fprintf(f, "</ul>\n<p>Filled, and joined by the dashed line: the Pareto front of the network; hollow: something else costs less and is as good, or better. "
		   "At points of the front, and where there is room: what the switch is, %s last.</p>\n", l->axis[l->axes - 1].name);
}

/* The range of a figure over some points: from zero, or from the least value, to the largest. Outliers that are worse than the others are left out. */
static struct scale range(double *value, unsigned n, bool zero, bool worse_high)
{
	double low = zero || !n ? 0 : value[0], high = n ? value[0] : 1;

	for (unsigned i = 0; i < n; i++) {
		low = fmin(low, value[i]);
		high = fmax(high, value[i]);
	}
	scale_without_outliers(value, n, worse_high, &low, &high);
	return scale_of(low, high, 6);
}

/* Of the points of a chart; area from 0 on. False: out of memory. */
static bool scales(enum metric m, struct chart *c)
{
	double *value = malloc((c->n + 1) * sizeof *value);

	if (!value)
		return false;
	for (unsigned i = 0; i < c->n; i++)
		value[i] = c->point[i].y;
	c->y = range(value, c->n, false, metrics[m].less);
	for (unsigned i = 0; i < c->n; i++)
		value[i] = c->point[i].x;
	c->x = range(value, c->n, true, true);
	free(value);
	return true;
}

/* "recn-iq 4, 32": values alone. */
static void short_text(const struct digest *r, unsigned point, char *text, size_t size)
{
	const struct lattice *l = r->results->lattice;
	const char *value;
	size_t n = 0;

	*text = '\0';
	for (unsigned a = 1; a < l->axes && n < size; a++)
		if (*(value = lattice_cell(l, point, a)))
			n += (size_t)snprintf(text + n, size - n, "%s%.40s", n ? a + 1 < l->axes ? " " : ", " : "", value);
}

static void point_of(const struct digest *r, unsigned i, enum metric m, struct chart_point *p)
{
	const struct lattice *l = r->results->lattice;
	char name[LATTICE_TEXT], value[32], area[32];

	lattice_text(l, i, name, sizeof name);
	digest_cell(r, i, metrics[m].figure, value, sizeof value);
	digest_cell(r, i, FIGURE_port_mm2, area, sizeof area);
	*p = (struct chart_point){ .x = number(r, i, FIGURE_port_mm2), .y = number(r, i, metrics[m].figure), .series = series_of(r, i),
				   .front = digest_front(r, i, m) };
	short_text(r, i, p->label, sizeof p->label);
	snprintf(p->title, sizeof p->title, "%.120s: %s mm² a port, %.32s %s", name, area, metrics[m].axis, value);
}

/* What the chart does not show at its place, or not at all. */
static void unscaled(const struct digest *r, unsigned network, enum metric m, const struct chart *c, FILE *f)
{
	const char *before = "<p class=\"unscaled\">Behind a broken axis, with an arrow: ";
	char name[CHART_LABEL];

	for (const struct chart_point *p = c->point; p < c->point + c->n; p++)
		if (chart_outside(c, p)) {
			fputs(before, f);
			markup_text(p->label, f);
			fprintf(f, ", %.5g mm², %.5g", p->x, p->y);
			before = "; ";
		}
	if (*before == ';')
		fputs(".</p>\n", f);
	before = "<p class=\"unscaled\">Saturated, without a figure: ";
	for (unsigned i = network * per_network(r); i < (network + 1) * per_network(r); i++)
		if (results_complete(r->results, i) && !shown(r, i, m)) {
			short_text(r, i, name, sizeof name);
			fputs(before, f);
			markup_text(name, f);
			before = "; ";
		}
	if (*before == ';')
		fputs(".</p>\n", f);
}

static void figure(const struct digest *r, unsigned network, enum metric m, struct chart_point *point, FILE *f)
{
	char id[64], title[128];
	struct chart c = { .id = id, .title = title, .x_label = "area per port, mm²", .y_label = metrics[m].axis, .point = point };

	for (unsigned i = network * per_network(r); i < (network + 1) * per_network(r); i++)
		if (shown(r, i, m))
			point_of(r, i, m, &point[c.n++]);
	snprintf(id, sizeof id, "%.40s-%u", figures[metrics[m].figure].name, network);
	snprintf(title, sizeof title, "%s, %s %.20s: %s against area per port", metrics[m].title, r->results->lattice->axis[0].name,
		 r->results->lattice->axis[0].value[network], metrics[m].axis);
	if (!scales(m, &c))
		return;
	fprintf(f, "<figure>\n<figcaption>%s%s</figcaption>\n", metrics[m].title, metrics[m].less ? ": low is good" : ": high is good");
	chart_write(&c, f);
	unscaled(r, network, m, &c, f);
	fputs("</figure>\n", f);
}

static void charts(const struct digest *r, FILE *f)
{
	const struct lattice *l = r->results->lattice;
	struct chart_point *point = malloc(per_network(r) * sizeof *point);
	char nodes[32], switches[32];

	legend(r, f);
	for (unsigned i = 0; point && i < l->axis[0].n; i++) {
		const unsigned end = (i + 1) * per_network(r);
		unsigned any = i * per_network(r);

		while (any < end && !results_complete(r->results, any))
			any++;
		if (any == end)
			continue;
		digest_cell(r, any, FIGURE_nodes, nodes, sizeof nodes);
		digest_cell(r, any, FIGURE_switches, switches, sizeof switches);
		fprintf(f, "<h2>%s %s: %s nodes, %s switches</h2>\n<div class=\"charts\">\n", l->axis[0].name, l->axis[0].value[i], nodes, switches);
		for (enum metric m = 0; m < METRICS; m++)
			figure(r, i, m, point, f);
		fputs("</div>\n", f);
	}
	free(point);
}

/* ----- tables ----- */

/* METRICS: it is none. */
static enum metric metric_of(enum figure f)
{
	enum metric m = 0;

	while (m < METRICS && metrics[m].figure != f)
		m++;
	return m;
}

/* All, or those to choose by: what a switch costs, its clock with the slowest memory, and the metrics. */
static bool column(const struct digest *r, enum figure f, bool all)
{
	return figure_there(f, r->synthesis) &&
	       (all || metric_of(f) < METRICS || f == FIGURE_port_mm2 || f == FIGURE_clock_mhz || f == FIGURE_memory_access_ns);
}

static void head(const struct digest *r, bool all, FILE *f)
{
	const struct lattice *l = r->results->lattice;

	fputs("<thead><tr>", f);
	for (unsigned a = 0; a < l->axes; a++)
		fprintf(f, "<th scope=\"col\">%s</th>", l->axis[a].name);
	for (enum figure i = 0; i < FIGURES; i++)
		if (column(r, i, all))
			fprintf(f, "<th scope=\"col\" title=\"%s\">%s<small>%s%s<a href=\"#%s\">%s</a></small></th>", figures[i].help, figures[i].label,
				figures[i].unit, *figures[i].unit ? "; " : "", figure_sources[figures[i].source].name, figure_sources[figures[i].source].text);
	fputs("</tr></thead>\n", f);
}

static void row(const struct digest *r, unsigned point, bool all, FILE *f)
{
	const struct lattice *l = r->results->lattice;
	char cell[64];
	bool best = false;

	for (enum metric m = 0; m < METRICS; m++)
		best = best || digest_front(r, point, m);
	fputs(best ? "<tr class=\"best\">" : "<tr>", f);
	for (unsigned a = 0; a < l->axes; a++)
		fprintf(f, "<td>%s</td>", lattice_cell(l, point, a));
	for (enum figure i = 0; i < FIGURES; i++)
		if (column(r, i, all)) {
			const bool on_front = metric_of(i) < METRICS && digest_front(r, point, metric_of(i));

			digest_cell(r, point, i, cell, sizeof cell);
			fprintf(f, "<td%s>%s</td>", on_front ? " class=\"front\"" : strcmp(cell, "no") ? "" : " class=\"no\"", cell);
		}
	fputs("</tr>\n", f);
}

static void table(const struct digest *r, const char *id, const char *title, const char *caption, bool all, FILE *f)
{
	fprintf(f, "<h2>%s</h2>\n<div class=\"wide\" tabindex=\"0\">\n<table id=\"%s\">\n<caption>%s</caption>\n", title, id, caption);
	head(r, all, f);
	fputs("<tbody>\n", f);
	for (unsigned i = 0; i < r->results->lattice->points; i++)
		if (results_complete(r->results, i))
			row(r, i, all, f);
	fputs("</tbody>\n</table>\n</div>\n", f);
}

/* ----- the page ----- */

static void source(const struct digest *r, enum figure_source s, FILE *f)
{
	bool any = false;

	for (enum figure i = 0; i < FIGURES; i++)
		any = any || (figures[i].source == s && figure_there(i, r->synthesis));
	if (!any)
		return;
	fprintf(f, "<dt id=\"%s\">%s</dt>\n<dd>", figure_sources[s].name, figure_sources[s].text);
	markup_text(r->source[s], f);
	for (enum figure i = 0; i < FIGURES; i++)
		if (figures[i].source == s && figure_there(i, r->synthesis))
			fprintf(f, "<br/><code>%s</code>: %s", figures[i].name, figures[i].help);
	fputs("</dd>\n", f);
}

static void notes(const struct digest *r, FILE *f)
{
	if (!r->notes)
		return;
	fputs("<h2>To be read with care</h2>\n<ul>\n", f);
	for (unsigned i = 0; i < r->notes; i++) {
		fputs("<li>", f);
		markup_text(r->note[i], f);
		fputs("</li>\n", f);
	}
	fputs("</ul>\n", f);
}

void digest_page(const void *digest, FILE *f)
{
	const struct digest *const r = digest;

	page_begin("Area against throughput", NULL, f);
	fputs("<p>", f);
	markup_text(r->network, f);
	fputs("</p>\n", f);
	charts(r, f);
	table(r, "choice", "To choose by",
	      "★: on the front of its network for this column. Empty: saturated, no figure. What a column is, and where it comes from: below.", false, f);
	table(r, "all", "All figures", "Bold: on a front.", true, f);
	fputs("<h2>Where the numbers come from</h2>\n<dl>\n", f);
	for (enum figure_source s = 0; s < SOURCES; s++)
		source(r, s, f);
	fputs("</dl>\n", f);
	notes(r, f);
	fputs("<p>The same again: <code>", f);
	markup_text(r->command, f);
	fprintf(f, "</code>, by a program of sources %s</p>\n", program_sources);
	page_end(tradeoff_files, (const char *const[]){ "page.js", NULL }, f);
}
