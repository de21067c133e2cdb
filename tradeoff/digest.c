#include "digest.h"

#include "output.h"
#include "program.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool beats(const struct offer *a, const struct offer *b)
{
	return a->group == b->group && a->cost <= b->cost && a->gain >= b->gain && (a->cost < b->cost || a->gain > b->gain);
}

void pareto_front(struct offer *o, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		o[i].front = !isnan(o[i].gain);
		for (unsigned k = 0; k < n && o[i].front; k++)
			o[i].front = !beats(&o[k], &o[i]);
	}
}

bool digest_fronts(struct results *r)
{
	const struct lattice *const l = r->lattice;
	struct offer *const offers = calloc(l->points, sizeof *offers);
	bool good = offers;

	for (const struct metric_desc *m = metrics; good && m < metrics + METRICS; m++) {
		const unsigned front = results_column(r, figures[m->front].name), each = l->points / l->axis[0].n;
		unsigned n = 0;

		for (unsigned i = 0; i < l->points; i++)
			if (results_complete(r, i))
				offers[n++] = (struct offer){
					.cost = results_number(r, i, 0, figures[FIGURE_port_mm2].name), .group = i / each,
					.gain = (m->less ? -1 : 1) * results_number(r, i, 0, figures[m->figure].name),
				};
		pareto_front(offers, n);
		n = 0;
		for (unsigned i = 0; good && i < l->points; i++)
			good = !results_complete(r, i) || results_put(r, i, 0, front, offers[n++].front ? "yes" : "no");
	}
	free(offers);
	return good;
}

void digest_note(struct digest *r, const char *format, ...)
{
	char *const note = r->note[r->notes];
	va_list list;

	if (r->notes == DIGEST_NOTES)
		return;
	va_start(list, format);
	vsnprintf(note, DIGEST_NOTE, format, list);
	va_end(list);
	for (unsigned i = 0; i < r->notes; i++)
		if (!strcmp(r->note[i], note))
			return;
	r->notes++;
}

void digest_cell(const struct digest *r, unsigned point, enum figure figure, char *text, size_t size)
{
	size_t n;
	const char *const cell = results_cell(r->results, point, 0, results_column(r->results, figures[figure].name), &n);

	snprintf(text, size, "%.*s", (int)n, cell);
}

bool digest_front(const struct digest *r, unsigned point, enum metric m)
{
	char cell[8];

	digest_cell(r, point, metrics[m].front, cell, sizeof cell);
	return !strcmp(cell, "yes");
}

static void markdown_head(const struct digest *r, FILE *f)
{
	const struct lattice *l = r->results->lattice;
	unsigned columns = l->axes;

	for (unsigned a = 0; a < l->axes; a++)
		fprintf(f, "| %s ", l->axis[a].name);
	for (enum figure i = 0; i < FIGURES; i++)
		if (figure_there(i, r->synthesis)) {
			fprintf(f, "| %s%s%s ", figures[i].label, *figures[i].unit ? ", " : "", figures[i].unit);
			columns++;
		}
	fputs("|\n|", f);
	while (columns--)
		fputs("---|", f);
	fputc('\n', f);
}

static void markdown_row(const struct digest *r, unsigned point, FILE *f)
{
	const struct lattice *l = r->results->lattice;
	char cell[64];

	for (unsigned a = 0; a < l->axes; a++)
		fprintf(f, "| %s ", lattice_cell(l, point, a));
	for (enum figure i = 0; i < FIGURES; i++)
		if (figure_there(i, r->synthesis)) {
			digest_cell(r, point, i, cell, sizeof cell);
			fprintf(f, "| %s ", cell);
		}
	fputs("|\n", f);
}

/* The figures that a source gives. */
static void markdown_source(const struct digest *r, enum figure_source s, FILE *f)
{
	bool any = false;

	for (enum figure i = 0; i < FIGURES; i++)
		if (figures[i].source == s && figure_there(i, r->synthesis)) {
			fprintf(f, "%s`%s`", any ? ", " : "| ", figures[i].name);
			any = true;
		}
	if (any)
		fprintf(f, " | %s: %s |\n", figure_sources[s].text, r->source[s]);
}

void digest_markdown(const void *digest, FILE *f)
{
	const struct digest *const r = digest;

	fprintf(f, "# Area against throughput\n\n%s\n\n", r->network);
	markdown_head(r, f);
	for (unsigned i = 0; i < r->results->lattice->points; i++)
		if (results_complete(r->results, i))
			markdown_row(r, i, f);
	fputs("\n## Where the numbers come from\n\n| figures | source |\n|---|---|\n", f);
	for (enum figure_source s = 0; s < SOURCES; s++)
		markdown_source(r, s, f);
	if (r->notes)
		fputs("\n## To be read with care\n\n", f);
	for (unsigned i = 0; i < r->notes; i++)
		fprintf(f, "- %s\n", r->note[i]);
	fprintf(f, "\nThe same again: `%s`, by a program of sources %s\n\n<!-- " OUTPUT_MARK " -->\n", r->command, program_sources);
}
