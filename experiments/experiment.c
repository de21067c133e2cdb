#include "experiment.h"

#include <assert.h>
#include <string.h>

const struct experiment experiments[] = {
#include "experiment_list.def"
};

const unsigned experiments_count = sizeof experiments / sizeof *experiments;

const struct experiment *experiment_find(const char *name)
{
	for (unsigned i = 0; i < experiments_count; i++)
		if (!strcmp(experiments[i].name, name))
			return &experiments[i];
	return NULL;
}

const char *experiment_variant(const struct axis *a, const char *value)
{
	const struct variant *v = a->variants;

	if (!v)
		return NULL;
	while (v->name && strcmp(v->name, value) != 0)
		v++;
	assert(v->name && "a value that is no variant");
	return v->options;
}

const struct experiment *experiment_data(const struct experiment *e)
{
	const struct experiment *of = e->data ? experiment_find(e->data) : e;

	assert(of && !of->data && "data of an experiment that has none");
	return of;
}
