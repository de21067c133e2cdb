/* Builds graphs of operations from the lines of files, and checks that all of them can be done. */
#include "job_traces.h"
#include "why_not.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A message of which a graph has the send or the receive. */
struct end {
	uint32_t source, destination;
	uint64_t tag;
	uint32_t op;
};

struct builder {
	struct job_graph *g;
	struct stock *kept, *memory;    /* of the graph; of the lines, and what is needed with them */
	const struct job_graph_lines *l;
	struct text_lines *in;          /* for messages */
	const struct job_file *file;
	char path[JOB_PATH];            /* of the file of a rank, for messages */
	uint32_t *line_of;              /* by operation: its line ... */
	uint32_t *left;                 /* ... and what it still waits for */
	uint32_t *order;                /* all of them, each behind those that it waits for */
	uint32_t *pair;                 /* pairs of operations: first, and the one that waits for it */
	uint32_t pairs;
	struct end *sent, *wanted;
	uint32_t sends, receives;
};

static bool refuse(struct builder *b, uint32_t op, const char *what)
{
	const struct job_graph_line *line = &b->l->of[b->line_of[op]];

	b->in->line = line->line;
	if (b->file->kind == FILE_CHAKRA)
		b->in->path = chakra_path(b->file->path, line->rank, b->path);
	if (line->kind == OP_COMPUTE)
		return lines_refuse(b->in, "rank %u, id %ju, %s", line->rank, (uintmax_t)line->shown, what);
	return lines_refuse(b->in, "rank %u, id %ju, %s rank %u, %s", line->rank, (uintmax_t)line->shown, line->kind == OP_SEND ? "send to" : "receive from",
			    line->peer, what);
}

/* Operations by rank, otherwise as in the file. */
static void sort_lines(struct builder *b)
{
	struct job_graph *const g = b->g;

	for (uint32_t k = 0; k < g->ops; k++)
		g->first[b->l->of[k].rank + 1]++;
	for (uint32_t r = 0; r < g->ranks; r++)
		g->first[r + 1] += g->first[r];
	for (uint32_t k = 0; k < g->ops; k++) {
		const struct job_graph_line *const line = &b->l->of[k];
		const uint32_t op = g->first[line->rank]++;

		b->line_of[op] = k;
		g->op[op] = (struct job_op){ .amount = line->amount, .at = line->at, .rank = line->rank, .peer = line->peer, .receive = NO_OP, .kind = line->kind };
	}
	memmove(g->first + 1, g->first, g->ranks * sizeof *g->first);
	g->first[0] = 0;
}

/* The operation of a rank with this id, before `op`. NO_OP: there is none. Ids of a rank ascend. */
static uint32_t find(const struct builder *b, uint32_t op, uint64_t id)
{
	uint32_t low = b->g->first[b->g->op[op].rank], high = op;

	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;

		if (b->l->of[b->line_of[middle]].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < op && b->l->of[b->line_of[low]].id == id ? low : NO_OP;
}

static void add_pair(struct builder *b, uint32_t before, uint32_t op)
{
	b->pair[2 * b->pairs] = before;
	b->pair[2 * b->pairs++ + 1] = op;
	b->g->op[op].waits++;
}

/* What operations say that they wait for. */
static bool pair_afters(struct builder *b)
{
	for (uint32_t op = 0; op < b->g->ops; op++) {
		const struct job_graph_line *const line = &b->l->of[b->line_of[op]];

		if (op > b->g->first[line->rank] && b->l->of[b->line_of[op - 1]].id >= line->id)
			return refuse(b, op, "whose id is not above those of the lines before of its rank");
		for (uint32_t k = 0; k < line->afters; k++) {
			const uint32_t before = find(b, op, b->l->after[line->first_after + k]);

			if (before == NO_OP)
				return refuse(b, op, "is after an id that no line before has");
			add_pair(b, before, op);
		}
	}
	return true;
}

static int by_pair(const struct end *a, const struct end *b)
{
	if (a->destination != b->destination)
		return a->destination < b->destination ? -1 : 1;
	return a->source != b->source ? (a->source < b->source ? -1 : 1) : 0;
}

static int by_order(const void *a, const void *b)
{
	const struct end *const x = a, *const y = b;
	const int pair = by_pair(x, y);

	return pair ? pair : x->op < y->op ? -1 : 1;
}

static int by_tag(const void *a, const void *b)
{
	const struct end *const x = a, *const y = b;
	const int pair = by_pair(x, y);

	return pair ? pair : x->tag != y->tag ? (x->tag < y->tag ? -1 : 1) : x->op < y->op ? -1 : 1;
}

static void list_ends(struct builder *b)
{
	for (uint32_t op = 0; op < b->g->ops; op++) {
		const struct job_op *const o = &b->g->op[op];
		const uint64_t tag = b->l->of[b->line_of[op]].tag;

		if (o->kind == OP_SEND)
			b->sent[b->sends++] = (struct end){ o->rank, o->peer, tag, op };
		else if (o->kind == OP_RECEIVE)
			b->wanted[b->receives++] = (struct end){ o->peer, o->rank, tag, op };
	}
}

/* Each send has its receive, and each receive its send. */
static bool match(struct builder *b)
{
	qsort(b->sent, b->sends, sizeof *b->sent, by_tag);
	qsort(b->wanted, b->receives, sizeof *b->wanted, by_tag);
	for (uint32_t k = 0; k < b->sends || k < b->receives; k++) {
		const struct end *const s = k < b->sends ? &b->sent[k] : NULL, *const w = k < b->receives ? &b->wanted[k] : NULL;
		const int order = !s ? 1 : !w ? -1 : by_pair(s, w) ? by_pair(s, w) : s->tag != w->tag ? (s->tag < w->tag ? -1 : 1) : 0;

		if (order < 0)
			return refuse(b, s->op, "has no receive of this tag");
		if (order > 0)
			return refuse(b, w->op, "has no send of this tag");
		b->g->op[s->op].receive = w->op;
	}
	return true;
}

/* Messages of a pair of ranks leave in the order of the file. Ordered: each waits for the one before. */
static void list_arrivals(struct builder *b, bool ordered)
{
	struct job_graph *const g = b->g;

	qsort(b->sent, b->sends, sizeof *b->sent, by_order);
	for (uint32_t k = 0; k < b->sends; k++) {
		const struct end *const s = &b->sent[k];

		g->arrival[k] = (struct job_arrival){ s->source, s->op, g->op[s->op].receive };
		g->first_arrival[s->destination + 1] = k + 1;
		if (ordered && k && !by_pair(s, s - 1))
			add_pair(b, s[-1].op, s->op);
	}
	for (uint32_t r = 0; r < g->ranks; r++)
		if (g->first_arrival[r + 1] < g->first_arrival[r])
			g->first_arrival[r + 1] = g->first_arrival[r];
}

static void sort_pairs(struct builder *b)
{
	struct job_graph *const g = b->g;

	for (uint32_t k = 0; k < b->pairs; k++)
		g->op[b->pair[2 * k]].edge++;
	uint32_t end = 0;

	for (uint32_t op = 0; op <= g->ops; op++) {
		end += g->op[op].edge;
		g->op[op].edge = end;
	}
	for (uint32_t k = b->pairs; k-- > 0;)
		g->edge[--g->op[b->pair[2 * k]].edge] = b->pair[2 * k + 1];
}

/* One thing less that an operation waits for. */
static void ready(struct builder *b, uint32_t op, uint32_t *n)
{
	if (!--b->left[op])
		b->order[(*n)++] = op;
}

/* All operations in an order in which they can be done. False: some wait for each other. */
static bool put_in_order(struct builder *b)
{
	struct job_graph *const g = b->g;
	uint32_t *const left = b->left;
	uint32_t n = 0;

	for (uint32_t op = 0; op < g->ops; op++) {
		left[op] = g->op[op].waits + (g->op[op].kind == OP_RECEIVE) + 1;
		ready(b, op, &n);
	}
	for (uint32_t k = 0; k < n; k++) {
		const struct job_op *const o = &g->op[b->order[k]];

		for (uint32_t e = o->edge; e < o[1].edge; e++)
			ready(b, g->edge[e], &n);
		if (o->receive != NO_OP)
			ready(b, o->receive, &n);
	}
	if (n == g->ops)
		return true;
	for (uint32_t op = 0; op < g->ops; op++)
		if (left[op])
			return refuse(b, op, "never begins: operations wait for each other");
	return false;
}

static bool allocate(struct builder *b, uint32_t ranks)
{
	struct job_graph *const g = b->g;
	const size_t ops = (size_t)b->l->n + 1, pairs = (size_t)b->l->afters + b->l->n + 1;

	g->ranks = ranks;
	g->ops = b->l->n;
	g->op = stock_array(b->kept, ops, sizeof *g->op);
	g->first = stock_array(b->kept, (size_t)ranks + 2, sizeof *g->first);
	g->edge = stock_array(b->kept, pairs, sizeof *g->edge);
	g->arrival = stock_array(b->kept, ops, sizeof *g->arrival);
	g->first_arrival = stock_array(b->kept, (size_t)ranks + 1, sizeof *g->first_arrival);
	b->line_of = stock_array(b->memory, ops, sizeof *b->line_of);
	b->left = stock_array(b->memory, ops, sizeof *b->left);
	b->order = stock_array(b->memory, ops, sizeof *b->order);
	b->pair = stock_array(b->memory, pairs, 2 * sizeof *b->pair);
	b->sent = stock_array(b->memory, ops, sizeof *b->sent);
	b->wanted = stock_array(b->memory, ops, sizeof *b->wanted);
	return !(b->kept->lacking || b->memory->lacking) || lines_no_memory(b->in);
}

/* Flows have no receives, and may leave in any order. */
static bool build(struct builder *b, uint32_t ranks, bool flows)
{
	if (!allocate(b, ranks))
		return false;
	sort_lines(b);
	list_ends(b);
	if (!flows && (!pair_afters(b) || !match(b)))
		return false;
	list_arrivals(b, !flows);
	sort_pairs(b);
	return put_in_order(b);
}

static const struct {
	bool (*read)(struct job_graph_lines *, struct text_lines *, const struct job_file *);
	bool opens;                     /* its files itself */
} readers[FILE_KINDS] = {
	[FILE_OPERATIONS] = { job_graph_read_lines, false }, [FILE_FLOWS] = { job_graph_read_lines, false }, [FILE_CHAKRA] = { chakra_read, true },
	[FILE_VEF] = { vef_read, false }, [FILE_OTF2] = { otf2_read, true },
};

const char *const job_file_names[FILE_KINDS] = {
	[FILE_OPERATIONS] = "operations", [FILE_FLOWS] = "flows", [FILE_CHAKRA] = "chakra", [FILE_VEF] = "vef", [FILE_OTF2] = "otf2",
};

uint32_t job_file_ranks(enum job_file_kind kind, const char *path, uint32_t most)
{
	return kind == FILE_CHAKRA ? chakra_ranks(path, most) : kind == FILE_VEF ? vef_ranks(path) : kind == FILE_OTF2 ? otf2_ranks(path) : 0;
}

struct job_graph *job_graph_read(const struct job_file *f, struct stock *kept, char why[LINES_WHY])
{
	const bool opens = readers[f->kind].opens;
	struct text_lines in = { .path = f->path, .why = why };
	struct job_graph_lines l = { .n = 0 };
	struct builder b = { .g = stock_array(kept, 1, sizeof *b.g), .kept = kept, .memory = &l.memory, .l = &l, .in = &in, .file = f };
	bool good = b.g ? opens || lines_open(&in, f->path, LINES_TEXT, why) : why_not(why, LINES_WHY, "cannot read '%.100s': %s", f->path, strerror(ENOMEM));

	good = good && readers[f->kind].read(&l, &in, f) && build(&b, f->ranks, f->kind == FILE_FLOWS);
	if (in.f)
		fclose(in.f);
	stock_free(&l.memory);
	return good ? b.g : NULL;
}

const struct job_arrival *job_graph_message(const struct job_graph *g, uint32_t rank, uint32_t source, uint32_t k)
{
	uint32_t low = g->first_arrival[rank], high = g->first_arrival[rank + 1];

	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;

		if (g->arrival[middle].source < source)
			low = middle + 1;
		else
			high = middle;
	}
	return &g->arrival[low + k];
}
