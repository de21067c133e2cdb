/* Collective operations of the communicators of an MPI program, each put together from what its ranks say of it; requests of its ranks, and their ends. */
#include "job_traces.h"

#include "mpi_trace.h"
#include "why_not.h"

#include <stdlib.h>

/* What bytes are taken from: what ranks other than the root send, or receive; what each rank sends to each, itself as well; what each rank sends in all. */
enum bytes_from { NO_BYTES, SENT_BY_OTHERS, RECEIVED_BY_OTHERS, SENT_TO_EACH, SENT };

static const struct { const char *name; enum job_kind kind; enum bytes_from from; } calls[MPI_CALLS] = {
#define MPI_CALL(id, text, kind, bytes) [MPI_CALL_##id] = { text, kind, bytes },
#include "mpi_calls.def"
};

/* The event with what a collective operation is that begins with this one. NULL: none does. */
static const struct mpi_event *event_of(const struct mpi_trace *t, const struct mpi_op *op)
{
	if (op->e.kind == MPI_CALL_OUT || (op->e.kind == MPI_ICALLED && op->other == NO_EVENT))
		return &op->e;
	return op->e.kind == MPI_ICALL && op->other != NO_EVENT ? &t->op[op->other].e : NULL;
}

/* The communicator of an event. NULL: why is told. */
static struct mpi_comm *comm_of(struct mpi_trace *t, const struct mpi_event *e)
{
	struct mpi_comm *const c = mpi_trace_comm(t, e->communicator);

	if (c && c->ranks && !c->is.joins)
		return c;
	mpi_trace_refuse(t, e, "communicator %u %s", e->communicator, c && c->is.joins ? "joins two groups, which is not known here" : "is not defined");
	return NULL;
}

static bool rooted(uint32_t call)
{
	return calls[call].from == SENT_BY_OTHERS || calls[call].from == RECEIVED_BY_OTHERS;
}

/* The root, as place in the communicator. */
static bool root_of(const struct mpi_trace *t, const struct mpi_event *e, const struct mpi_ranks *g, uint32_t *root)
{
	*root = !rooted(e->call) ? 0 : g->whole ? job_group_place(&g->of, e->peer) : e->peer;
	return *root < g->of.ranks || mpi_trace_refuse(t, e, "%s: root %u is not in communicator %u", calls[e->call].name, e->peer, e->communicator);
}

/* What a rank adds to the bytes of an operation. */
static uint64_t bytes_of(const struct mpi_event *e, const struct mpi_ranks *g, uint32_t root)
{
	const enum bytes_from from = calls[e->call].from;

	if (from == NO_BYTES || (rooted(e->call) && g->of.rank[root] == e->rank))
		return 0;
	return from == RECEIVED_BY_OTHERS ? e->received : e->bytes;
}

/* A rank does the next operation of a communicator of several ranks. With the first one it is looked up there. */
static bool count_one(struct mpi_trace *t, const struct mpi_event *e, struct mpi_comm *c)
{
	const uint32_t number = c->next++;
	const struct mpi_instance none = { .ranks = 0 };
	uint32_t root;

	if (number == c->calls && !stock_push(&t->memory, &c->call, &c->calls, &none, sizeof none))
		return lines_no_memory(t->in);
	struct mpi_instance *const i = &c->call[number];

	if (number == 0 && job_group_place(&c->ranks->of, e->rank) == c->ranks->of.ranks)
		return mpi_trace_refuse(t, e, "%s: the rank is not in communicator %u", calls[e->call].name, e->communicator);
	if (!root_of(t, e, c->ranks, &root))
		return false;
	const uint64_t bytes = bytes_of(e, c->ranks, root);

	if (!i->ranks)
		*i = (struct mpi_instance){ .call = e->call, .root = root, .first_rank = e->rank, .first_number = e->number };
	if (i->call != e->call || i->root != root)
		return mpi_trace_refuse(t, e, "%s, root %u; rank %u, id %ju: %s, root %u", calls[e->call].name, root, i->first_rank, (uintmax_t)i->first_number,
					calls[i->call].name, i->root);
	if (bytes > UINT64_MAX / t->ranks)
		return mpi_trace_refuse(t, e, "%s: %ju bytes", calls[e->call].name, (uintmax_t)bytes);
	i->ranks++;
	i->bytes += bytes;
	return true;
}

static bool count_rank(struct mpi_trace *t, uint32_t rank)
{
	for (uint32_t k = 0; k < t->comms; k++)
		t->comm[k].next = 0;
	for (uint32_t k = t->first[rank]; k < t->first[rank + 1]; k++) {
		const struct mpi_event *const e = event_of(t, &t->op[k]);
		struct mpi_comm *const c = e ? comm_of(t, e) : NULL;

		if (!e)
			continue;
		if (!c)
			return false;
		if (e->call >= MPI_CALLS || calls[e->call].kind == CALLS)
			return e->call < MPI_CALLS ? mpi_trace_refuse(t, e, "%s is not known here", calls[e->call].name) :
						     mpi_trace_refuse(t, e, "collective operation %u is not known here", e->call);
		t->op[k].place = c->next;
		if (c->ranks->of.ranks > 1 && !count_one(t, e, c))
			return false;
	}
	return true;
}

/* A use of a request. */
struct use {
	uint64_t request;
	uint32_t op;
};

static int by_request(const void *a, const void *b)
{
	const struct use *const x = a, *const y = b;

	return x->request != y->request ? (x->request < y->request ? -1 : 1) : x->op < y->op ? -1 : 1;
}

/* A request may have the number of one that has ended: what ends it is the next use of the number. */
static void pair_uses(struct mpi_trace *t, const struct use *u, uint32_t n)
{
	for (uint32_t k = 0; k + 1 < n; k++) {
		struct mpi_op *const a = &t->op[u[k].op], *const b = &t->op[u[k + 1].op];
		const bool begins = a->e.kind == MPI_ISENDS || a->e.kind == MPI_IRECEIVES || a->e.kind == MPI_ICALL;

		if (!begins || u[k].request != u[k + 1].request)
			continue;
		if (b->e.kind == MPI_CANCELLED && a->e.kind == MPI_ISENDS)
			a->e.kind = MPI_APART;
		if (b->e.kind != a->e.kind + 1)
			continue;
		a->other = u[k + 1].op;
		b->other = u[k].op;
	}
}

/* Finds for each request of a trace its end. A message whose request was cancelled was not sent. */
static bool pair_requests(struct mpi_trace *t)
{
	struct use *const u = stock_array(&t->memory, t->ops, sizeof *u);

	if (!u)
		return lines_no_memory(t->in);
	for (uint32_t rank = 0; rank < t->file->ranks; rank++) {
		uint32_t n = 0;

		for (uint32_t k = t->first[rank]; k < t->first[rank + 1]; k++)
			if (t->op[k].e.kind >= MPI_CANCELLED)
				u[n++] = (struct use){ t->op[k].e.request, k };
		qsort(u, n, sizeof *u, by_request);
		pair_uses(t, u, n);
	}
	return true;
}

/*
 * Counts the collective operations of each communicator, which all of its ranks do in the same order, and adds up their bytes; and checks that the ranks say
 * the same of each. First it pairs requests with their ends. False: why is told.
 */
static bool count_instances(struct mpi_trace *t)
{
	if (!pair_requests(t))
		return false;
	for (uint32_t rank = 0; rank < t->file->ranks; rank++)
		if (!count_rank(t, rank))
			return false;
	for (uint32_t k = 0; k < t->comms; k++)
		for (uint32_t n = 0; n < t->comm[k].calls; n++) {
			const struct mpi_instance *const i = &t->comm[k].call[n];
			const struct mpi_event e = { .rank = i->first_rank, .number = i->first_number };

			if (i->ranks != t->comm[k].ranks->of.ranks)
				return mpi_trace_refuse(t, &e, "%s: only %u of the %u ranks of communicator %u do it", calls[i->call].name, i->ranks,
							t->comm[k].ranks->of.ranks, t->comm[k].is.id);
		}
	return true;
}

/* Operation number `number` of a communicator, as jobs know it: the bytes are a mean over its ranks. False: why is told. */
static bool call_of(const struct mpi_trace *t, const struct mpi_event *e, const struct mpi_comm *c, uint32_t number, struct rank_call *call)
{
	const struct mpi_instance *const i = &c->call[number];
	const struct job_group *const g = &c->ranks->of;
	const uint64_t n = g->ranks, parts = rooted(i->call) ? n - 1 : calls[i->call].from == SENT_TO_EACH ? n * n : n;
	const uint64_t bytes = i->bytes / parts + (i->bytes % parts != 0);

	if (bytes > JOB_AMOUNT)
		return mpi_trace_refuse(t, e, "%s: %ju bytes are more than %ju", calls[i->call].name, (uintmax_t)bytes, (uintmax_t)JOB_AMOUNT);
	*call = (struct rank_call){
		.call = { .kind = calls[i->call].kind, .way = t->file->way[calls[i->call].kind], .amount = bytes ? bytes : 1, .root = i->root },
		.group = g, .number = (uint64_t)c->is.id << 32 | number,
	};
	return true;
}

enum { US_OF_SECOND = 1000000 };

/* A rank, while its operations are written. */
struct rank {
	struct mpi_trace *t;
	struct rank_lines lines;
	uint64_t *after;                /* lines that what comes next waits for */
	uint32_t n;
	uint64_t computed;              /* ticks behind these */
};

static bool wait_for(struct rank *r, uint64_t line)
{
	return stock_push(&r->t->memory, &r->after, &r->n, &line, sizeof line) || lines_no_memory(r->t->in);
}

/* What comes next waits for nothing but what was written last. */
static bool go_on(struct rank *r)
{
	r->n = 0;
	return wait_for(r, rank_lines_last(&r->lines));
}

/* One line at most that what comes next waits for: a computation, which waits for all. */
static bool settle(struct rank *r, const struct mpi_event *e)
{
	const double cycles = (double)r->computed * (double)r->t->file->clock * US_OF_SECOND / (double)r->t->ticks;

	if (cycles > (double)JOB_AMOUNT)
		return mpi_trace_refuse(r->t, e, "the rank computes longer than %ju cycles", (uintmax_t)JOB_AMOUNT);
	r->computed = 0;
	if (r->n < 2 && cycles < 0.5)
		return true;
	const struct rank_op op = { .kind = OP_COMPUTE, .amount = (uint64_t)(cycles + 0.5) };

	return rank_lines_op(&r->lines, &op, (struct rank_afters){ r->after, r->n }) && go_on(r);
}

/* Before a rank waits for one more line: what it has computed does not wait for that. */
static bool compute_first(struct rank *r, const struct mpi_event *e)
{
	return !r->computed || settle(r, e);
}

/* The other rank of a message. It may be the rank itself: then nothing is sent. */
static bool peer_of(struct rank *r, const struct mpi_event *e, uint32_t *peer)
{
	const struct mpi_comm *const c = comm_of(r->t, e);

	if (!c)
		return false;
	const struct job_group *const g = &c->ranks->of;
	const bool good = !g->ranks || e->peer < (c->ranks->whole ? r->t->ranks : g->ranks);

	*peer = !g->ranks ? e->rank : c->ranks->whole || !good ? e->peer : g->rank[e->peer];
	return good || mpi_trace_refuse(r->t, e, "rank %u is not in communicator %u", e->peer, e->communicator);
}

/* A send, or a receive. `line`: it; 0: there is none, since a rank sends to itself. */
static bool write_message(struct rank *r, const struct mpi_event *e, bool sends, uint64_t *line)
{
	struct rank_op op = { .kind = sends ? OP_SEND : OP_RECEIVE, .tag = (uint64_t)(e->communicator & INT32_MAX) << 32 | e->tag };

	*line = 0;
	if (!peer_of(r, e, &op.peer) || !settle(r, e))
		return false;
	if (op.peer == e->rank)
		return true;
	if (e->bytes > JOB_AMOUNT)
		return mpi_trace_refuse(r->t, e, "a message of %ju bytes is longer than %ju", (uintmax_t)e->bytes, (uintmax_t)JOB_AMOUNT);
	op.amount = sends ? e->bytes + !e->bytes : 0;
	if (!rank_lines_op(&r->lines, &op, (struct rank_afters){ r->after, r->n }))
		return false;
	*line = rank_lines_last(&r->lines);
	return true;
}

static bool write_here(struct rank *r, const struct mpi_event *e, bool sends)
{
	uint64_t line;

	return write_message(r, e, sends, &line) && (!line || go_on(r));
}

/* A collective operation that begins behind `after`. */
static bool write_call(struct rank *r, const struct mpi_event *e, uint64_t place, struct rank_afters after)
{
	const struct mpi_comm *const c = comm_of(r->t, e);
	struct rank_call call;

	return c && call_of(r->t, e, c, (uint32_t)place, &call) && rank_lines_call(&r->lines, &call, after);
}

static bool by_itself(const struct rank *r, const struct mpi_event *e)
{
	return mpi_trace_comm(r->t, e->communicator)->ranks->of.ranks < 2;
}

static bool write_call_here(struct rank *r, const struct mpi_op *op)
{
	return settle(r, &op->e) && (by_itself(r, &op->e) || (write_call(r, &op->e, op->place, (struct rank_afters){ r->after, r->n }) && go_on(r)));
}

/*
 * A collective operation whose rank goes on in the meantime begins with its request, but its messages leave behind those of the rank until its end: otherwise a
 * message that others wait for before they begin it would wait for it.
 */
static bool write_end_of_call(struct rank *r, const struct mpi_op *op)
{
	if (op->other == NO_EVENT)
		return write_call_here(r, op);
	const struct mpi_op *const request = &r->t->op[op->other];
	const struct rank_afters after = { &request->line, request->line != 0 };

	return compute_first(r, &op->e) &&
	       (by_itself(r, &op->e) || (write_call(r, &op->e, request->place, after) && wait_for(r, rank_lines_last(&r->lines))));
}

static bool write_end(struct rank *r, const struct mpi_op *op)
{
	const uint64_t line = op->other == NO_EVENT ? 0 : r->t->op[op->other].line;

	return compute_first(r, &op->e) && (!line || wait_for(r, line));
}

static bool write_op(struct rank *r, struct mpi_op *op)
{
	r->computed += op->computed;
	r->lines.shown = r->t->in->line = op->e.number;
	switch (op->e.kind) {
	case MPI_SENDS:
		return write_here(r, &op->e, true);
	case MPI_RECEIVED:
		return write_here(r, &op->e, false);
	case MPI_CALL_OUT:
		return write_call_here(r, op);
	case MPI_ISENDS:
		return write_message(r, &op->e, true, &op->line);
	case MPI_IRECEIVES:
		/* A receive is in the place of its request, since messages are received in that order. */
		return op->other == NO_EVENT || write_message(r, &r->t->op[op->other].e, false, &op->line);
	case MPI_ICALL:
		if (!settle(r, &op->e))
			return false;
		op->line = r->n ? r->after[0] : 0;
		return true;
	case MPI_ISENT:
		return write_end(r, op);
	case MPI_IRECEIVED:
		return op->other == NO_EVENT ? write_here(r, &op->e, false) : write_end(r, op);
	case MPI_ICALLED:
		return write_end_of_call(r, op);
	default:
		return true;
	}
}

static bool write_rank(struct rank *r, struct job_graph_lines *l, uint32_t rank)
{
	struct mpi_trace *const t = r->t;

	*r = (struct rank){ .t = t, .lines = { .l = l, .in = t->in, .rank = rank, .next = 1 }, .after = r->after };
	for (uint32_t k = t->first[rank]; k < t->first[rank + 1]; k++)
		if (!write_op(r, &t->op[k]) || (k + 1 == t->first[rank + 1] && !settle(r, &t->op[k].e)))
			return false;
	return true;
}

/* Writes a trace that was read as the lines of a graph. False: why is told. */
static bool write_ranks(struct mpi_trace *t, struct job_graph_lines *l)
{
	struct rank r = { .t = t };

	if (!count_instances(t))
		return false;
	for (uint32_t rank = 0; rank < t->file->ranks; rank++)
		if (!write_rank(&r, l, rank))
			return false;
	return true;
}

static otf2_find_function *find;

void otf2_find_by(otf2_find_function *f)
{
	find = f;
}

/* NULL: nobody can read an archive, and why. */
static mpi_archive_function *archive(char why[LINES_WHY])
{
	if (find)
		return find(why);
	snprintf(why, LINES_WHY, "OTF2 archives are read by the command sluice only");
	return NULL;
}

static bool count_ranks(void *ranks, uint32_t n)
{
	*(uint32_t *)ranks = n;
	return false;
}

uint32_t otf2_ranks(const char *path)
{
	static const struct mpi_taker only = { .ranks = count_ranks };
	char why[LINES_WHY];
	mpi_archive_function *const read = archive(why);
	uint32_t ranks = 0;

	if (read)
		read(path, &only, &ranks, why, sizeof why);
	return ranks;
}

bool otf2_read(struct job_graph_lines *l, struct text_lines *in, const struct job_file *file)
{
	struct mpi_trace t = { .file = file, .in = in };
	char why[LINES_WHY];
	mpi_archive_function *const read = archive(why);
	bool good;

	if (!read)
		return why_not(in->why, LINES_WHY, "cannot read '%.80s': %.150s", in->path, why);
	good = mpi_trace_read(&t, read) && write_ranks(&t, l);
	stock_free(&t.memory);
	return good;
}
