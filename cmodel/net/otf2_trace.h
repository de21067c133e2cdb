#ifndef OTF2_TRACE_H
#define OTF2_TRACE_H

#include "job_graph_lines.h"
#include "mpi_events.h"

/*
 * Traces of MPI programs in Open Trace Format 2 (docs/study/workloads.md). A library reads them, which not every machine has: a command says who finds the function
 * that calls it. In messages the line of a file is the number of an event of the rank.
 */
typedef mpi_archive_function *otf2_find_function(char why[LINES_WHY]);

/* NULL, which it is until this is called: nobody. Before any thread begins that reads jobs. */
void otf2_find_by(otf2_find_function *);

/* Ranks of an archive. 0: it does not say. */
uint32_t otf2_ranks(const char *path);

/* False: why is told. */
bool otf2_read(struct job_graph_lines *, struct text_lines *, const struct job_file *);

#endif
