#include "scheme_axes.h"

#include "net/run/simulate.h"

#include <stdio.h>
#include <string.h>

void schemes_add(struct schemes_of *of, const char *words)
{
	struct params p = params_default();
	char word[PARAMS_WORD], why[PARAMS_WHY];

	for (; *words; words += strcspn(words, " "), words += strspn(words, " ")) {
		snprintf(word, sizeof word, "%.*s", (int)strcspn(words, " "), words);
		if (params_set(&p, "scheme", word, why))
			of->scheme[p.scheme] = true;
	}
}

unsigned schemes_have(const struct schemes_of *of, const struct param_desc *d)
{
	unsigned n = 0;

	for (unsigned i = 0; i < SCHEMES; i++)
		n += of->scheme[i] && (!d || simulation_scheme_has(i, of->nics, d));
	return n;
}

/* The parameter that is the axis; NULL: it is something else. */
static const struct param_desc *parameter_of(const struct axis *a)
{
	return a->variants ? NULL : params_find(a->option);
}

bool axis_lacks_schemes(const struct axis *a, const struct schemes_of *of)
{
	const struct param_desc *const d = parameter_of(a);
	const unsigned have = d ? schemes_have(of, d) : 0;

	return have && have < schemes_have(of, NULL);
}

bool schemes_point(const struct lattice *g, const struct axis *axes, unsigned point, unsigned scheme, bool nics)
{
	bool is = true;

	for (unsigned a = 0; a < g->axes; a++) {
		const struct param_desc *const d = parameter_of(&axes[a]);

		if (d && axes[a].none)
			is = is && (lattice_none(g, point, a) != simulation_scheme_has(scheme, nics, d));
	}
	return is;
}

bool schemes_meant(const struct lattice *g, const struct axis *axes, unsigned point, bool nics)
{
	const int axis = lattice_axis(g, "scheme");
	struct params p = params_default();
	char why[PARAMS_WHY];

	return axis < 0 || !params_set(&p, "scheme", lattice_value(g, point, (unsigned)axis), why) || schemes_point(g, axes, point, p.scheme, nics);
}
