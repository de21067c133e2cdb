#pragma once

#include "job_graph_lines.h"
#include "mpi_events.h"

/* Traces of programs that jobs are read from. Readers: false, why is told. */

/*
 * Execution traces of MLCommons Chakra: a file for each rank, with messages of protocol buffers, each behind its length. The first one is about the file, unless
 * the trace is older than 0.0.4, the others are nodes of a graph. In messages the line of a file is the byte at which a node begins.
 */

/* Path of the file of a rank: with the number of the rank in place of '*'. */
const char *chakra_path(const char *pattern, uint32_t rank, char path[JOB_PATH]);

/* Ranks up to the last one that has a file, counted up to `most`: that one between them is missing is told when it is read. */
uint32_t chakra_ranks(const char *pattern, uint32_t most);

bool chakra_read(struct job_graph_lines *, struct text_lines *, const struct job_file *);

/*
 * VEF traces, as text: a line about the file, one for each communicator, and one for each message with what it waits for. Those with collective operations are
 * refused (docs/study/workloads.md).
 */

/* Ranks of a trace. 0: the file does not say. */
uint32_t vef_ranks(const char *path);

/* The file has to be open. */
bool vef_read(struct job_graph_lines *, struct text_lines *, const struct job_file *);

/*
 * Traces of MPI programs in Open Trace Format 2 (docs/study/workloads.md). A library reads them, which not every machine has: a command says who finds the function
 * that calls it. In messages the line of a file is the number of an event of the rank.
 */
typedef mpi_archive_function *otf2_find_function(char why[LINES_WHY]);

/* NULL, which it is until this is called: nobody. Before any thread begins that reads jobs. */
void otf2_find_by(otf2_find_function *);

/* Ranks of an archive. 0: it does not say. */
uint32_t otf2_ranks(const char *path);

bool otf2_read(struct job_graph_lines *, struct text_lines *, const struct job_file *);
