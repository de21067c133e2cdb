#pragma once

#include "job_graph_lines.h"
#include "job_steps.h"

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

/* Id of what was written last: it ends when that has ended. */
static inline uint64_t rank_lines_last(const struct rank_lines *r)
{
	return r->next - 1;
}
