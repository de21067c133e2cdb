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
	struct stock memory;
	struct job_graph_line *of;
	uint64_t *after;
	uint32_t n, afters;
};

/* The file has to be open. False: why is told, as by all of these. */
bool job_graph_read_lines(struct job_graph_lines *, struct text_lines *, const struct job_file *);

/* Writes what a rank does in a trace as lines of a graph. Collective operations become the messages of their steps. */
struct rank_lines {
	struct job_graph_lines *l;
	struct text_lines *in;          /* for messages: its line is the place of what is written */
	uint32_t rank;
	uint64_t next;                  /* id of the next line */
	uint64_t shown;                 /* id of what is written, in messages */
};

/* What lines wait for: ids of lines that were written before. */
struct rank_afters {
	const uint64_t *id;
	uint32_t n;
};

/* Write an operation. False: why is told. */
struct rank_op {
	enum job_op_kind kind;
	uint32_t peer;
	uint64_t amount, tag;
};
bool rank_lines_op(struct rank_lines *, const struct rank_op *, struct rank_afters);

/* Write a collective operation of a group. number: which one of the group it is; the same on all of its ranks. */
struct rank_call {
	struct job_call call;
	const struct job_group *group;
	uint64_t number;
};
bool rank_lines_call(struct rank_lines *, const struct rank_call *, struct rank_afters);

/* Place of a rank in a group; the number of its ranks: it is not there. */
uint32_t job_group_place(const struct job_group *, uint32_t rank);

/* Id of what was written last: it ends when that has ended. */
static inline uint64_t rank_lines_last(const struct rank_lines *r)
{
	return r->next - 1;
}
