#ifndef SIM_FABRIC_H
#define SIM_FABRIC_H

#include "sim.h"

/* Read the fabric that --fabric names, if there is one, for j->run. Unless EXIT_OK, all is said. Whatever it returns, close it. */
int sim_fabric_open(struct sim_job *);
void sim_fabric_close(struct sim_job *);

#endif
