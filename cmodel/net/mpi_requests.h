#ifndef MPI_REQUESTS_H
#define MPI_REQUESTS_H

#include "mpi_trace.h"

/* Finds for each request of a trace its end. A message whose request was cancelled was not sent. False: why is told. */
bool mpi_requests_pair(struct mpi_trace *);

#endif
