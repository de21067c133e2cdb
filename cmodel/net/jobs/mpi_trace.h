#pragma once

#include "job_graph_lines.h"
#include "mpi_events.h"

/* The trace of an MPI program in memory: its communicators, and what its ranks do. */
struct mpi_ranks {
	uint32_t id;
	bool whole;
	struct job_group of;            /* without ranks: each by itself */
};

/* A collective operation of a communicator, as all of its ranks together tell it. */
struct mpi_instance {
	uint32_t call, root, ranks;     /* ranks that do it */
	uint32_t first_rank;            /* the first one of them ... */
	uint64_t first_number;          /* ... and the event that says so */
	uint64_t bytes;                 /* sum of what it takes its bytes from */
};

struct mpi_comm {
	struct mpi_communicator is;
	const struct mpi_ranks *ranks;  /* NULL: its group is not known */
	struct mpi_instance *call;
	uint32_t calls;
	uint32_t next;                  /* call of the rank that is looked at */
};

#define NO_EVENT UINT32_MAX

struct mpi_op {
	struct mpi_event e;
	uint64_t computed;              /* ticks that the rank has computed before it */
	uint32_t other;                 /* of a request: its end, or of an end its request; NO_EVENT: there is none */
	uint64_t line, place;           /* once it is written: its line; of a call: which one of its communicator it is */
};

struct mpi_trace {
	const struct job_file *file;
	struct text_lines *in;
	struct stock memory;
	uint64_t ticks;
	uint32_t ranks, groups, comms, ops;
	struct mpi_ranks *group;
	struct mpi_comm *comm;
	struct mpi_op *op;
	uint32_t *first;                /* by rank, and one more: its first operation */
	uint64_t last, number;          /* of the rank that is read: the event before, and ... */
	uint64_t computed;              /* ... what it has computed since the last operation */
	uint32_t rank, depth;           /* that rank, and the calls of MPI that it is in */
	bool begun;                     /* that rank has an event */
};

/* Reads all of a trace: calls the archive's function. False: why is told. */
bool mpi_trace_read(struct mpi_trace *, mpi_archive_function *);

/* NULL: none has this id. */
struct mpi_comm *mpi_trace_comm(struct mpi_trace *, uint32_t id);

/* The place of what is said of an event: its number. Returns false. */
__attribute__((format(printf, 3, 4))) bool mpi_trace_refuse(const struct mpi_trace *, const struct mpi_event *, const char *format, ...);
