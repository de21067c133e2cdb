#ifndef EXPERIMENT_RUN_H
#define EXPERIMENT_RUN_H

#include "experiment.h"
#include "option.h"
#include "sweep.h"

struct experiment_options {
#define OPTION_FILE "study/experiment.def"
#include "option_members.h"
#undef OPTION_FILE
};

/* Runs what is not there yet, says and writes what came of it. Returns the exit status; all is said. plots: whether to say
 * it if there can be none; said: false. */
int experiment_run(const struct experiment *e, const struct experiment_options *o, bool *plots);

#endif
