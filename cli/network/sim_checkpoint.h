#ifndef SIM_CHECKPOINT_H
#define SIM_CHECKPOINT_H

#include "sim.h"

/* --checkpoint, --every and --restart: do they fit, and can the file be written? False: why. */
bool sim_checkpoint_possible(struct sim_job *j, char why[PARAMS_WHY]);

/* What a checkpoint of the run is of: all that results depend on. To be freed. NULL: out of memory. */
char *sim_checkpoint_of(const struct sim_job *j);

#endif
