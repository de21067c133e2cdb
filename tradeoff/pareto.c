#include "pareto.h"

#include "figures.h"
#include "results.h"

#include <math.h>
#include <stdlib.h>

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

bool pareto_fill(struct results *r)
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
					.cost = results_number(r, i, 0, figures[FIGURE_port_mm2].name), .gain = gain(r, i, m), .group = i / each,
				};
		pareto_front(offers, n);
		n = 0;
		for (unsigned i = 0; good && i < l->points; i++)
			good = !results_complete(r, i) || results_put(r, i, 0, front, offers[n++].front ? "yes" : "no");
	}
	free(offers);
	return good;
}
