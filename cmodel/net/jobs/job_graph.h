#pragma once

#include "job_steps.h"
#include "net/workload/text_lines.h"
#include "stock.h"

/*
 * Operations of the ranks of a job that depend on each other, read from files (docs/study/workloads.md): operations by rank, a list of flows, or a trace. What an
 * operation waits for is of its own rank; a receive waits for its message, too. A send ends when the message has left its node. Messages from one rank to
 * another leave in the order of the file.
 */
enum job_op_kind { OP_SEND, OP_RECEIVE, OP_COMPUTE, OP_KINDS };

#define NO_OP UINT32_MAX

/* Longest amounts and times: sums of as many as there are stay below 2^64. */
#define JOB_AMOUNT (UINT64_C(1) << 40)

/* Bytes of the path of a file, with its end. */
enum { JOB_PATH = 2048 };

struct job_op {
	uint64_t amount;                /* bytes; compute: cycles */
	uint64_t at;                    /* it does not begin earlier */
	uint32_t rank, peer;            /* compute: no peer */
	uint32_t waits;                 /* operations that it waits for */
	uint32_t edge;                  /* the first one in edge[] that waits for it; the last one is before that of the next operation */
	uint32_t receive;               /* send: the receive of its message; NO_OP: there is none */
	enum job_op_kind kind;
};

/* A message that a rank gets: from whom, its send, and its receive. In the order in which messages of a source come. */
struct job_arrival {
	uint32_t source, send, receive;
};

struct job_graph {
	uint32_t ranks, ops;
	struct job_op *op;              /* by rank, and one more behind the last one */
	uint32_t *first;                /* by rank, and one more: number of its first operation */
	uint32_t *edge;
	struct job_arrival *arrival;    /* by rank, source */
	uint32_t *first_arrival;        /* by rank, and one more */
};

/* Ranks of a job that do a collective operation together. */
struct job_group {
	char *name;
	uint32_t ranks;
	uint32_t *rank;
};

/* Files that a graph is read from, by the word that names one in a file of jobs. */
enum job_file_kind { FILE_OPERATIONS, FILE_FLOWS, FILE_CHAKRA, FILE_VEF, FILE_OTF2, FILE_KINDS };
extern const char *const job_file_names[FILE_KINDS];

struct job_file {
	struct stock memory;            /* of the groups */
	enum job_file_kind kind;
	char *path;
	uint32_t ranks;                 /* of the job */
	uint64_t clock;                 /* cycles of a microsecond of a trace */
	enum job_way way[CALLS];        /* of collective operations of a trace */
	unsigned groups;
	struct job_group *group;
};

/* Ranks that a file is of, counted up to `most`. 0: it does not say. */
uint32_t job_file_ranks(enum job_file_kind, const char *path, uint32_t most);

/* Into this memory. NULL: why, with file and line. */
struct job_graph *job_graph_read(const struct job_file *, struct stock *, char why[LINES_WHY]);

/* Message number k, from 0 on, that a rank gets from another one. */
const struct job_arrival *job_graph_message(const struct job_graph *, uint32_t rank, uint32_t source, uint32_t k);
