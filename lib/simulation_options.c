#include "simulation_options.h"

struct simulation simulation_of(const struct options *o, const struct simulate_options *run)
{
	return (struct simulation){
		.o = *run, .params = o->params,
		.open = {
			.radix = options_open(o, PARAM_INDEX_radix), .nodes = options_open(o, PARAM_INDEX_nodes),
			.grid = options_open(o, PARAM_INDEX_grid), .ary = options_open(o, PARAM_INDEX_ary),
			.dims = options_open(o, PARAM_INDEX_dims),
		},
	};
}
