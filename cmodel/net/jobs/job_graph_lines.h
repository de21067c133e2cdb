#pragma once

#include "job_graph.h"

/* The lines of a file of operations or flows, as read: all that job_graph.c builds a graph of. */
struct job_graph_line {
	uint64_t id, amount, tag, at, line;
	uint64_t shown;                 /* the id in messages */
	uint32_t rank, peer;
	uint32_t first_after, afters;   /* ids that it waits for, in after[] */
	enum job_op_kind kind;
};

struct job_graph_lines {
	struct job_graph_line *of;
	uint64_t *after;
	uint32_t n, room, afters, room_after;
};

/* A line, and ids that it waits for. False: why is told, as by all of these. */
bool job_graph_add(struct job_graph_lines *, struct text_lines *, const struct job_graph_line *, const uint64_t *after, uint32_t afters);

/* The file has to be open. */
bool job_graph_read_operations(struct job_graph_lines *, struct text_lines *, const struct job_file *);
bool job_graph_read_flows(struct job_graph_lines *, struct text_lines *, const struct job_file *);
void job_graph_lines_free(struct job_graph_lines *);
