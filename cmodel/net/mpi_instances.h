#ifndef MPI_INSTANCES_H
#define MPI_INSTANCES_H

#include "job_graph_calls.h"
#include "mpi_trace.h"

/*
 * Counts the collective operations of each communicator, which all of its ranks do in the same order, and adds up their bytes; and checks that the ranks say
 * the same of each. Requests are paired. False: why is told.
 */
bool mpi_instances_count(struct mpi_trace *);

/* Operation number `number` of a communicator, as jobs know it: the bytes are a mean over its ranks. False: why is told. */
bool mpi_instance_call(const struct mpi_trace *, const struct mpi_event *, const struct mpi_comm *, uint32_t number, struct rank_call *);

/* The communicator of an event. NULL: why is told. */
struct mpi_comm *mpi_comm_of(struct mpi_trace *, const struct mpi_event *);

#endif
