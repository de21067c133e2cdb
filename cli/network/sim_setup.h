#ifndef SIM_SETUP_H
#define SIM_SETUP_H

#include "sim_options.h"

/* A run, from the command line: what the options say, in the terms of the library. */
struct sim_setup {
	struct sim_options s;
	struct params params;           /* of every switch */
	struct network_config network;
	struct workload_config traffic;
	struct stats_config stats;
};

/* o: as options_parse() left it. Returns false and says why; nothing is allocated. */
bool sim_setup(struct sim_setup *u, const struct options *o, const struct sim_line *line, char why[PARAMS_WHY]);

#endif
