#pragma once

#include "net/engine/processes.h"

/*
 * What the object beside the command has that knows MPI (README.md): the command loads it when mpirun has started it with others, so that without it neither
 * needs a library. All names are looked up at run time.
 */
enum { STARTED_NO_MEMORY = 3 };         /* what a process ends with that cannot receive what others have sent */

/* What the command does for it. mpirun, and whoever else ends a run, sends SIGTERM: if a process has received a signal and others then do not answer, one of them
 * is taken to have ended, without a chance to say so. */
struct started_calls {
	int (*signal)(void);            /* that has come; 0: none */
	void (*lost)(void);             /* does not return */
};

/* Begins; the calls outlive the run. NULL: that failed. */
typedef const struct processes *started_processes_function(const struct started_calls *);
__attribute__((visibility("default"))) started_processes_function started_processes;

/* Of which sources it is: program.h. */
typedef const char *started_sources_function(void);
__attribute__((visibility("default"))) started_sources_function started_sources;
