/* Collective operations of the communicators of an MPI program, each put together from what its ranks say of it; requests of its ranks, and their ends. */
#include "mpi_trace.h"

#include "grown.h"

#include <stdlib.h>

/* What bytes are taken from: what ranks other than the root send, or receive; what each rank sends to each, itself as well; what each rank sends in all. */
enum bytes_from { NO_BYTES, SENT_BY_OTHERS, RECEIVED_BY_OTHERS, SENT_TO_EACH, SENT };

static const struct { const char *name; enum job_kind kind; enum bytes_from from; } calls[MPI_CALLS] = {
#define MPI_CALL(id, text, kind, bytes) [MPI_CALL_##id] = { text, kind, bytes },
#include "mpi_calls.def"
#undef MPI_CALL
};

/* The event with what a collective operation is that begins with this one. NULL: none does. */
static const struct mpi_event *mpi_call_of(const struct mpi_trace *t, const struct mpi_op *op)
{
	if (op->e.kind == MPI_CALL_OUT || (op->e.kind == MPI_ICALLED && op->other == NO_EVENT))
		return &op->e;
	return op->e.kind == MPI_ICALL && op->other != NO_EVENT ? &t->op[op->other].e : NULL;
}

struct mpi_comm *mpi_comm_of(struct mpi_trace *t, const struct mpi_event *e)
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

static uint32_t place_in(const struct mpi_ranks *g, uint32_t rank)
{
	uint32_t place = 0;

	while (place < g->of.ranks && g->of.rank[place] != rank)
		place++;
	return place;
}

/* The root, as place in the communicator. */
static bool root_of(const struct mpi_trace *t, const struct mpi_event *e, const struct mpi_ranks *g, uint32_t *root)
{
	*root = !rooted(e->call) ? 0 : g->whole ? place_in(g, e->peer) : e->peer;
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

/* The operation that is the next one of its communicator for a rank. NULL: out of memory. */
static struct mpi_instance *instance(struct mpi_comm *c, uint32_t number)
{
	if (number < c->calls)
		return &c->call[number];
	struct mpi_instance *const call = grown(c->call, c->calls, &c->room, sizeof *call);

	if (!call)
		return NULL;
	c->call = call;
	c->call[c->calls] = (struct mpi_instance){ .ranks = 0 };
	return &c->call[c->calls++];
}

/* A rank does the next operation of a communicator of several ranks. With the first one it is looked up there. */
static bool count_one(struct mpi_trace *t, const struct mpi_event *e, struct mpi_comm *c)
{
	const uint32_t number = c->next++;
	struct mpi_instance *const i = instance(c, number);
	uint32_t root;

	if (!i)
		return lines_no_memory(t->in);
	if (number == 0 && place_in(c->ranks, e->rank) == c->ranks->of.ranks)
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
		const struct mpi_event *const e = mpi_call_of(t, &t->op[k]);
		struct mpi_comm *const c = e ? mpi_comm_of(t, e) : NULL;

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
	struct use *const u = malloc(((size_t)t->ops + 1) * sizeof *u);

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
	free(u);
	return true;
}

bool mpi_instances_count(struct mpi_trace *t)
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

bool mpi_instance_call(const struct mpi_trace *t, const struct mpi_event *e, const struct mpi_comm *c, uint32_t number, struct rank_call *call)
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
