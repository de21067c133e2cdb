#ifndef CHAKRA_TRACE_H
#define CHAKRA_TRACE_H

#include "job_graph_lines.h"

/*
 * Execution traces of MLCommons Chakra: a file for each rank, with messages of protocol buffers, each behind its length. The first one is about the file, unless
 * the trace is older than 0.0.4, the others are nodes of a graph. In messages the line of a file is the byte at which a node begins.
 */

/* Path of the file of a rank: with the number of the rank in place of '*'. */
const char *chakra_path(const char *pattern, uint32_t rank, char path[JOB_PATH]);

/* Ranks up to the last one that has a file, counted up to `most`: that one between them is missing is told when it is read. */
uint32_t chakra_ranks(const char *pattern, uint32_t most);

/* False: why is told. */
bool chakra_read(struct job_graph_lines *, struct text_lines *, const struct job_file *);

#endif
