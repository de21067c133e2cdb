#ifndef SIM_LISTS_H
#define SIM_LISTS_H

#include "options.h"

/* Lists in place of values: --load 0.1,0.2 --seed 1..5. */
bool sim_lists_given(const struct options *);

/* A run for each combination, on all processors: a table of means over the seeds; JSON and CSV of all runs. Of what was scanned. Returns the exit status; all is said. */
int sim_lists(const struct options *);

#endif
