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

const struct experiment *experiment_data(const struct experiment *e)
{
	const struct experiment *of = e->data ? experiment_find(e->data) : e;

	assert(of && !of->data && "data of an experiment that has none");
	return of;
}
