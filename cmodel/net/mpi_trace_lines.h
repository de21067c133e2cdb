#ifndef MPI_TRACE_LINES_H
#define MPI_TRACE_LINES_H

#include "mpi_trace.h"

/* Writes a trace that was read as the lines of a graph. False: why is told. */
bool mpi_trace_write(struct mpi_trace *, struct job_graph_lines *);

#endif
