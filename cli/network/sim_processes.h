#pragma once

#include "net/engine/processes.h"

/*
 * The processes that mpirun started together with this one, to run one network. The first of them speaks for all: what the others have to say is kept
 * (report_error.h), unless the first has nothing to say.
 */

/* Before the options are read. *p: NULL if this process is alone. Returns an exit status; what is wrong has been said. */
int sim_processes_begin(const struct processes **p);

/* The exit status of all, from those of each: the first one that is not EXIT_OK. Its line is printed, if none was. */
int sim_processes_agree(const struct processes *, int status);

/* At the end. */
void sim_processes_end(const struct processes *);
