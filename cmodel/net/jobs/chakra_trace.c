#include "job_traces.h"

#include "chakra_nodes.h"
#include "job_graph_lines.h"
#include "why_not.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

static const struct { enum job_kind kind; bool shares; } calls[CHAKRA_COLLS] = {
	[CHAKRA_ALL_REDUCE] = { CALL_ALL_REDUCE, false }, [CHAKRA_REDUCE] = { CALL_REDUCE, false }, [CHAKRA_ALL_GATHER] = { CALL_ALL_GATHER, false },
	[CHAKRA_GATHER] = { CALL_GATHER, false }, [CHAKRA_SCATTER] = { CALL_SCATTER, false }, [CHAKRA_BROADCAST] = { CALL_BROADCAST, false },
	[CHAKRA_ALL_TO_ALL] = { CALL_ALL_TO_ALL, true }, [CHAKRA_REDUCE_SCATTER] = { CALL_REDUCE_SCATTER, false },
	[CHAKRA_REDUCE_SCATTER_BLOCK] = { CALL_REDUCE_SCATTER, false }, [CHAKRA_BARRIER] = { CALL_BARRIER, false },
};

/* A rank, while its nodes are written as lines. */
struct rank {
	struct rank_lines lines;
	const struct job_file *file;
	const struct job_group *all;    /* ranks: the group behind those of the file */
	struct chakra_nodes nodes;
	uint64_t *number;               /* by group: collective operations so far */
	uint64_t *end;                  /* by node: id of the line that it ends with */
	uint8_t *state;                 /* by node */
	uint32_t *stack, *cursor;       /* nodes that are begun, and their dependencies that have been looked at */
	uint64_t *after;
};

enum { UNSEEN, BEGUN, WRITTEN };

const char *chakra_path(const char *pattern, uint32_t rank, char path[JOB_PATH])
{
	const char *const star = strchr(pattern, '*');
	const int before = star ? (int)(star - pattern) : 0;

	snprintf(path, JOB_PATH, "%.*s%u%s", before, pattern, rank, star ? star + 1 : "");
	return path;
}

/* For glob(): only stars are more than what they are. */
static void escape(const char *pattern, char escaped[2 * JOB_PATH])
{
	for (; *pattern; *escaped++ = *pattern++)
		if (strchr("?[]\\", *pattern))
			*escaped++ = '\\';
	*escaped = '\0';
}

uint32_t chakra_ranks(const char *pattern, uint32_t most)
{
	const char *const star = strchr(pattern, '*');
	char path[JOB_PATH], escaped[2 * JOB_PATH];
	uint32_t ranks = 0;
	glob_t files;

	if (!star || strlen(pattern) >= JOB_PATH)
		return 0;
	escape(pattern, escaped);
	if (glob(escaped, 0, NULL, &files))
		return 0;
	for (size_t k = 0; k < files.gl_pathc; k++) {
		const uint64_t rank = strtoull(files.gl_pathv[k] + (star - pattern), NULL, 10);

		if (rank >= ranks && !strcmp(chakra_path(pattern, (uint32_t)rank, path), files.gl_pathv[k]))
			ranks = rank < most ? (uint32_t)rank + 1 : most;
	}
	globfree(&files);
	return ranks;
}

static bool has(const struct chakra_node *n, enum chakra_number what)
{
	return n->has & 1u << what;
}

static bool refuse(struct rank *r, const struct chakra_node *n, const char *what, uint64_t most)
{
	return lines_refuse(r->lines.in, "id %ju: %s is missing, or not in 0..%ju", (uintmax_t)n->id, what, (uintmax_t)most);
}

static bool write_computation(struct rank *r, const struct chakra_node *n, struct rank_afters after)
{
	if (n->micros > JOB_AMOUNT / r->file->clock)
		return lines_refuse(r->lines.in, "id %ju: it takes longer than %ju cycles", (uintmax_t)n->id, (uintmax_t)JOB_AMOUNT);
	return rank_lines_op(&r->lines, &(struct rank_op){ .kind = OP_COMPUTE, .amount = n->micros * r->file->clock }, after);
}

static bool write_message(struct rank *r, const struct chakra_node *n, struct rank_afters after)
{
	const bool sends = n->type == CHAKRA_SEND;
	const enum chakra_number peer = sends ? CHAKRA_COMM_DST : CHAKRA_COMM_SRC, own = sends ? CHAKRA_COMM_SRC : CHAKRA_COMM_DST;
	const struct rank_op op = { sends ? OP_SEND : OP_RECEIVE, (uint32_t)n->number[peer], sends ? n->number[CHAKRA_COMM_SIZE] : 0,
				    n->number[CHAKRA_COMM_TAG] & INT64_MAX };

	if (!has(n, peer) || n->number[peer] >= r->file->ranks)
		return refuse(r, n, sends ? "comm_dst" : "comm_src", r->file->ranks - 1);
	if (has(n, own) && n->number[own] != r->lines.rank)
		return lines_refuse(r->lines.in, "id %ju: %s is rank %ju, not the rank of the file", (uintmax_t)n->id, sends ? "comm_src" : "comm_dst",
				    (uintmax_t)n->number[own]);
	if (sends && (n->number[CHAKRA_COMM_SIZE] < 1 || n->number[CHAKRA_COMM_SIZE] > JOB_AMOUNT))
		return lines_refuse(r->lines.in, "id %ju: comm_size is not in 1..%ju", (uintmax_t)n->id, (uintmax_t)JOB_AMOUNT);
	return rank_lines_op(&r->lines, &op, after);
}

static bool write_collective(struct rank *r, const struct chakra_node *n, struct rank_afters after)
{
	const struct job_group *const g = n->group < r->file->groups ? &r->file->group[n->group] : r->all;
	const uint64_t type = n->number[CHAKRA_COMM_TYPE], bytes = n->number[CHAKRA_COMM_SIZE];
	struct rank_call c = { .group = g, .number = r->number[n->group]++ };

	if (!has(n, CHAKRA_COMM_TYPE) || type >= CHAKRA_COLLS)
		return refuse(r, n, "comm_type", CHAKRA_COLLS - 1);
	c.call.kind = calls[type].kind;
	c.call.way = r->file->way[c.call.kind];
	if (type != CHAKRA_BARRIER && (bytes < 1 || bytes > JOB_AMOUNT))
		return lines_refuse(r->lines.in, "id %ju: comm_size is not in 1..%ju", (uintmax_t)n->id, (uintmax_t)JOB_AMOUNT);
	c.call.amount = calls[type].shares ? (bytes + g->ranks - 1) / g->ranks : bytes;
	return rank_lines_call(&r->lines, &c, after);
}

static bool write_node(struct rank *r, uint32_t place)
{
	const struct chakra_node *const n = &r->nodes.of[place];
	const struct rank_afters after = { r->after, n->deps };

	for (uint32_t d = 0; d < n->deps; d++)
		r->after[d] = r->end[r->nodes.dep[n->first_dep + d]];
	r->lines.in->line = n->at;
	r->lines.shown = n->id;
	if (!(n->type == CHAKRA_COLL ? write_collective : n->type == CHAKRA_SEND || n->type == CHAKRA_RECV ? write_message : write_computation)(r, n, after))
		return false;
	r->end[place] = rank_lines_last(&r->lines);
	r->state[place] = WRITTEN;
	return true;
}

/* Writes a node, behind all that it depends on. */
static bool write_behind(struct rank *r, uint32_t place)
{
	uint32_t depth = 1;

	r->stack[0] = place;
	while (depth) {
		const uint32_t top = r->stack[depth - 1];
		const struct chakra_node *const n = &r->nodes.of[top];

		r->state[top] = BEGUN;
		if (r->cursor[top] == n->deps) {
			if (!write_node(r, top))
				return false;
			depth--;
			continue;
		}
		const uint32_t dep = (uint32_t)r->nodes.dep[n->first_dep + r->cursor[top]++];

		if (r->state[dep] == BEGUN) {
			r->lines.in->line = n->at;
			return lines_refuse(r->lines.in, "id %ju: it depends on id %ju, which waits for it", (uintmax_t)n->id, (uintmax_t)r->nodes.of[dep].id);
		}
		if (r->state[dep] == UNSEEN)
			r->stack[depth++] = dep;
	}
	return true;
}

static bool write_all(struct rank *r)
{
	const size_t n = r->nodes.n;
	struct stock *const memory = &r->nodes.memory;

	r->end = stock_array(memory, n, sizeof *r->end);
	r->state = stock_array(memory, n, sizeof *r->state);
	r->stack = stock_array(memory, n, sizeof *r->stack);
	r->cursor = stock_array(memory, n, sizeof *r->cursor);
	r->after = stock_array(memory, r->nodes.n_dep, sizeof *r->after);
	r->number = stock_array(memory, (size_t)r->file->groups + 1, sizeof *r->number);
	bool good = !memory->lacking || lines_no_memory(r->lines.in);

	for (uint32_t k = 0; good && k < n; k++)
		good = r->state[k] == WRITTEN || write_behind(r, k);
	return good;
}

static bool read_rank(struct job_graph_lines *l, struct text_lines *in, const struct job_file *file, const struct job_group *all, uint32_t rank)
{
	struct rank r = { .lines = { .l = l, .in = in, .rank = rank, .next = 1 }, .file = file, .all = all };
	const struct text t = text_read(in->path);
	const bool good = t.s ? chakra_nodes_read(&r.nodes, in, file, t) && write_all(&r) :
				why_not(in->why, LINES_WHY, "cannot read '%.100s': %s", in->path, text_error(errno));

	stock_free(&r.nodes.memory);
	free(t.s);
	return good;
}

bool chakra_read(struct job_graph_lines *l, struct text_lines *in, const struct job_file *file)
{
	const struct job_group all = { .name = "0", .ranks = file->ranks, .rank = stock_array(&l->memory, file->ranks, sizeof *all.rank) };
	const char *const pattern = in->path;
	char path[JOB_PATH];
	bool good = all.rank || why_not(in->why, LINES_WHY, "cannot read '%.100s': %s", file->path, strerror(ENOMEM));

	for (uint32_t rank = 0; good && rank < file->ranks; rank++)
		all.rank[rank] = rank;
	for (uint32_t rank = 0; good && rank < file->ranks; rank++) {
		in->path = chakra_path(pattern, rank, path);
		good = read_rank(l, in, file, &all, rank);
	}
	in->path = pattern;
	return good;
}
