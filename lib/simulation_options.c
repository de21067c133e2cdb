#include "simulation_options.h"

#include <string.h>

struct simulation simulation_of(const struct options *o, const struct simulate_options *run)
{
	struct simulation s = { .o = *run, .params = o->params };

	memcpy(s.given, o->param_given, sizeof s.given);
	return s;
}
