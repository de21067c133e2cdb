#ifndef VEF_TRACE_H
#define VEF_TRACE_H

#include "job_graph_lines.h"

/*
 * VEF traces, as text: a line about the file, one for each communicator, and one for each message with what it waits for. Those with collective operations are
 * refused (docs/study/workloads.md).
 */

/* Ranks of a trace. 0: the file does not say. */
uint32_t vef_ranks(const char *path);

/* The file has to be open. False: why is told. */
bool vef_read(struct job_graph_lines *, struct text_lines *, const struct job_file *);

#endif
