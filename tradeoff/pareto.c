#define _POSIX_C_SOURCE 200809L      /* open_memstream */
#include "pareto.h"

#include "figures.h"
#include "results.h"

#include <math.h>
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

static double gain(const struct results *r, unsigned point, const struct metric_desc *m)
{
	const double value = results_number(r, point, 0, figures[m->figure].name);

	return m->less ? -value : value;
}

/* offers: METRICS for each point, metric by metric. */
static void offer_all(const struct results *r, struct offer *offers)
{
	const struct lattice *l = r->lattice;
	const unsigned each = l->points / l->axis[0].n;

	for (unsigned f = 0; f < METRICS; f++) {
		unsigned n = 0;

		for (unsigned i = 0; i < l->points; i++)
			if (results_complete(r, i))
				offers[f * l->points + n++] = (struct offer){
					.cost = results_number(r, i, 0, figures[FIGURE_port_mm2].name),
					.gain = gain(r, i, &metrics[f]), .group = i / each,
				};
		pareto_front(offers + f * l->points, n);
	}
}

static const char *cell_of_front(const char *column, const struct offer *offers, unsigned points, unsigned n)
{
	for (unsigned f = 0; f < METRICS; f++)
		if (!strcmp(column, figures[metrics[f].front].name))
			return offers[f * points + n].front ? "yes" : "no";
	return NULL;
}

/* The row of a point, which is the n-th complete one. */
static bool copy(struct results *to, const struct results *from, unsigned point, const struct offer *offers, unsigned n)
{
	const char *cell = from->point[point].row[0];
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	bool good;

	if (!f)
		return false;
	for (unsigned c = 0; c < from->columns; c++) {
		const char *front = cell_of_front(from->column[c], offers, from->lattice->points, n);
		const int length = (int)strcspn(cell, ",");

		fprintf(f, "%s%.*s", c ? "," : "", front ? (int)strlen(front) : length, front ? front : cell);
		cell += length + 1;
	}
	good = !fclose(f) && results_add(to, point, text);
	free(text);
	return good;
}

static bool copy_all(struct results *to, const struct results *from, struct offer *offers)
{
	unsigned n = 0;

	offer_all(from, offers);
	for (unsigned i = 0; i < from->lattice->points; i++)
		if (results_complete(from, i) && !copy(to, from, i, offers, n++))
			return false;
	return true;
}

static struct results *empty_like(const struct results *r)
{
	unsigned *rows = malloc(r->lattice->points * sizeof *rows);
	char columns[RESULTS_TEXT] = "";
	struct results *made;

	if (!rows)
		return NULL;
	for (unsigned i = 0; i < r->lattice->points; i++)
		rows[i] = 1;
	for (unsigned c = 0; c < r->columns; c++)
		snprintf(columns + strlen(columns), sizeof columns - strlen(columns), "%s%s", c ? " " : "", r->column[c]);
	made = results_new(r->lattice, r->configuration, columns, rows);
	free(rows);
	return made;
}

struct results *pareto_results(const struct results *r)
{
	struct results *made = empty_like(r);
	struct offer *offers = calloc((size_t)r->lattice->points * METRICS, sizeof *offers);

	if (!made || !offers || !copy_all(made, r, offers)) {
		results_free(made);
		made = NULL;
	}
	free(offers);
	return made;
}
