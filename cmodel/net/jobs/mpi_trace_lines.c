#include "mpi_trace.h"

#include "grown.h"

#include <stdlib.h>

enum { US_OF_SECOND = 1000000 };

/* A rank, while its operations are written. */
struct rank {
	struct mpi_trace *t;
	struct rank_lines lines;
	uint64_t *after;                /* lines that what comes next waits for */
	uint32_t n, room;
	uint64_t computed;              /* ticks behind these */
};

static bool wait_for(struct rank *r, uint64_t line)
{
	uint64_t *const after = grown(r->after, r->n, &r->room, sizeof *after);

	if (!after)
		return lines_no_memory(r->t->in);
	r->after = after;
	r->after[r->n++] = line;
	return true;
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
	const struct mpi_comm *const c = mpi_comm_of(r->t, e);

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
	const struct mpi_comm *const c = mpi_comm_of(r->t, e);
	struct rank_call call;

	return c && mpi_instance_call(r->t, e, c, (uint32_t)place, &call) && rank_lines_call(&r->lines, &call, after);
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

static bool write_request_of_call(struct rank *r, struct mpi_op *op)
{
	if (!settle(r, &op->e))
		return false;
	op->line = r->n ? r->after[0] : 0;
	return true;
}

/* A receive is in the place of its request, since messages are received in that order. */
static bool write_request_of_receive(struct rank *r, struct mpi_op *op)
{
	return op->other == NO_EVENT || write_message(r, &r->t->op[op->other].e, false, &op->line);
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
		return write_request_of_receive(r, op);
	case MPI_ICALL:
		return write_request_of_call(r, op);
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

static bool write_rank(struct mpi_trace *t, struct job_graph_lines *l, uint32_t rank)
{
	struct rank r = { .t = t, .lines = { .l = l, .in = t->in, .rank = rank, .next = 1 } };
	bool good = true;

	for (uint32_t k = t->first[rank]; good && k < t->first[rank + 1]; k++)
		good = write_op(&r, &t->op[k]) && (k + 1 < t->first[rank + 1] || settle(&r, &t->op[k].e));
	free(r.after);
	return good;
}

bool mpi_trace_write(struct mpi_trace *t, struct job_graph_lines *l)
{
	if (!mpi_instances_count(t))
		return false;
	for (uint32_t rank = 0; rank < t->file->ranks; rank++)
		if (!write_rank(t, l, rank))
			return false;
	return true;
}
