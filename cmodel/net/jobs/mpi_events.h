#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What the ranks of an MPI program did, as an archive tells it, event by event. Who reads archives is not known here (lib/otf2/): it calls the functions of
 * mpi_taker for what it finds.
 */
enum mpi_event_kind {
	MPI_IN, MPI_OUT,                /* a call of MPI begins, ends */
	MPI_APART,                      /* the program does something else */
	MPI_SENDS, MPI_RECEIVED,        /* MPI_Send and the like; MPI_Recv, and its message is there */
	MPI_CALL_IN, MPI_CALL_OUT,      /* a collective operation begins, ends */
	MPI_ONE_SIDED,                  /* access to memory of another rank */
	MPI_CANCELLED,                  /* a request */
	/* a request, and behind each its end */
	MPI_ISENDS, MPI_ISENT, MPI_IRECEIVES, MPI_IRECEIVED, MPI_ICALL, MPI_ICALLED,
};

/* Collective operations, by the numbers that OTF2 gives them. */
enum mpi_call {
#define MPI_CALL(id, text, kind, bytes) MPI_CALL_##id,
#include "mpi_calls.def"
	MPI_CALLS
};

struct mpi_event {
	enum mpi_event_kind kind;
	uint32_t rank;
	uint64_t number, time;          /* which event of the rank it is, from 1 on; in ticks */
	uint64_t request;
	uint32_t communicator;
	uint32_t peer;                  /* the other rank, or the root, in the communicator */
	uint32_t tag;
	uint32_t call;                  /* which one */
	uint64_t bytes;                 /* that the rank sends, or receives; of a call: sends ... */
	uint64_t received;              /* ... and receives */
};

/* Ranks in the order of a communicator; none: each rank by itself, as in MPI_COMM_SELF. */
struct mpi_group {
	uint32_t id, ranks;
	bool whole;                     /* events name ranks of the program, not those of the communicator */
	const uint64_t *rank;
};

struct mpi_communicator {
	uint32_t id, group;
	bool joins;                     /* two groups */
};

/*
 * False: no more is wanted. NULL: nobody asks. Definitions come in any order, then `defined`; then the events of each rank, all of one rank before those of the
 * next one.
 */
struct mpi_taker {
	bool (*clock)(void *, uint64_t ticks);          /* of a second */
	bool (*ranks)(void *, uint32_t ranks);
	bool (*group)(void *, const struct mpi_group *);
	bool (*communicator)(void *, const struct mpi_communicator *);
	bool (*defined)(void *);
	bool (*event)(void *, const struct mpi_event *);
};

/* Reads an archive. False: it is not whole, and why; or no more is wanted: then why is empty. */
typedef bool mpi_archive_function(const char *path, const struct mpi_taker *, void *, char *why, size_t size);
