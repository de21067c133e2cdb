#ifndef JOB_GRAPH_LINES_H
#define JOB_GRAPH_LINES_H

#include "job_graph.h"

/* The lines of a file of operations or flows, as read: all that job_graph.c builds a graph of. */
struct job_graph_line {
	uint64_t id, amount, tag, at, line;
	uint32_t rank, peer;
	uint32_t first_after, afters;   /* ids that it waits for, in after[] */
	enum job_op_kind kind;
};

struct job_graph_lines {
	struct job_graph_line *of;
	uint64_t *after;
	uint32_t n, room, afters, room_after;
};

/* False: why is told. The file has to be open. */
bool job_graph_read_operations(struct job_graph_lines *, struct text_lines *, uint32_t ranks);
bool job_graph_read_flows(struct job_graph_lines *, struct text_lines *, uint32_t ranks);
void job_graph_lines_free(struct job_graph_lines *);

#endif
