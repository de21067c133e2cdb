#include "page.h"

#include <string.h>

/* Columns to choose by: what a switch costs, its clock with the slowest memory, and the metrics. */
static bool chosen_by(enum figure f)
{
	for (enum metric m = 0; m < METRICS; m++)
		if (metrics[m].figure == f)
			return true;
	return f == FIGURE_port_mm2 || f == FIGURE_clock_mhz || f == FIGURE_memory_access_ns;
}

static bool column(const struct digest *r, enum figure f, bool all)
{
	return figure_there(f, r->synthesis) && (all || chosen_by(f));
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
				figures[i].unit, *figures[i].unit ? "; " : "", source_names[figures[i].source], source_texts[figures[i].source]);
	fputs("</tr></thead>\n", f);
}

/* The metric of a figure, if the point is on its front. */
static bool on_front(const struct digest *r, unsigned point, enum figure f)
{
	for (enum metric m = 0; m < METRICS; m++)
		if (metrics[m].figure == f)
			return digest_front(r, point, m);
	return false;
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
		fprintf(f, "<td>%s</td>", digest_axis(r, point, a));
	for (enum figure i = 0; i < FIGURES; i++)
		if (column(r, i, all)) {
			digest_cell(r, point, i, cell, sizeof cell);
			fprintf(f, "<td%s>%s</td>", on_front(r, point, i) ? " class=\"front\"" : strcmp(cell, "no") ? "" : " class=\"no\"", cell);
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

void page_tables(const struct digest *r, FILE *f)
{
	table(r, "choice", "To choose by",
	      "★: on the front of its network for this column. Empty: saturated, no figure. What a column is, and where it comes from: below.", false, f);
	table(r, "all", "All figures", "Bold: on a front.", true, f);
}
