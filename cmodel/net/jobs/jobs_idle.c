#include "jobs_report.h"

#include "net/engine/network.h"
#include "wishes.h"

#include <stdlib.h>
#include <string.h>

struct idle {
	const struct job_set *set;
	const struct job *job;
	const struct network_config *network;
	unsigned flit_bits;
	uint64_t *now, *next;           /* by rank: its step begins; that after it */
	uint64_t *sent, *received;      /* by rank: its link is free again for what it sends; the last flit for it so far comes */
};

static uint64_t flits_of(const struct idle *i, uint64_t bytes)
{
	return (8 * bytes + i->flit_bits - 1) / i->flit_bits;
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Cycles of a message from one rank to another. */
static uint64_t message(const struct idle *i, uint32_t from, uint32_t to, uint64_t flits)
{
	const uint32_t *const node = i->set->node + i->job->first;

	return network_idle_cycles(i->network, node[from], node[to], flits);
}

/* Messages of so many flits come to a rank, whose link carries them behind those before. first, last: cycles of their first and last flit if none was before. */
static uint64_t receive(const struct idle *i, uint32_t rank, uint64_t first, uint64_t last, uint64_t flits)
{
	uint64_t *const received = &i->received[rank];

	first = later(first, *received + network_link_cycles(i->network, 1));
	return *received = later(last, first + network_link_cycles(i->network, flits - 1));
}

/* When the messages of a step have come to a rank, each behind those that its sender sends before it. */
static uint64_t receive_step(const struct idle *i, const struct job_call *c, uint32_t round, unsigned number, const struct job_step *s)
{
	uint64_t first = UINT64_MAX, last = 0, flits = 0;

	for (uint32_t k = 0; k < s->receives; k++) {
		const uint32_t from = job_step_from(s, k);
		struct job_step of;

		job_step(c, i->job->ranks, round, number, from, &of);
		const uint64_t one = flits_of(i, of.bytes), arrival = i->now[from] + message(i, from, s->rank, 1);

		first = first < arrival ? first : arrival;
		flits += one;
		last = later(last, i->now[from] + message(i, from, s->rank, of.sends * one));
	}
	return receive(i, s->rank, first, last, flits);
}

static void step(const struct idle *i, const struct job_call *c, uint32_t round, unsigned number)
{
	const uint32_t ranks = i->job->ranks;
	struct job_step s;

	for (uint32_t r = 0; r < ranks; r++) {
		job_step(c, ranks, round, number, r, &s);
		const uint64_t end = i->now[r] + network_link_cycles(i->network, s.sends * flits_of(i, s.bytes));

		i->next[r] = s.receives ? later(end, receive_step(i, c, round, number, &s)) + i->job->overhead : end;
	}
	memcpy(i->now, i->next, ranks * sizeof *i->now);
}

static uint64_t last_of(const struct idle *i)
{
	uint64_t last = 0;

	for (uint32_t r = 0; r < i->job->ranks; r++)
		last = later(last, i->now[r]);
	return last;
}

static void calls(const struct idle *i, struct job_report *report)
{
	const struct job *const j = i->job;
	uint64_t begin = j->start;

	for (uint64_t instance = 0; instance < job_instances(j); instance++) {
		const struct job_call *const c = &j->call[instance % j->calls];

		for (unsigned number = 0; number < job_steps(c, j->ranks); number++)
			step(i, c, (uint32_t)(instance / j->calls), number);
		for (uint32_t r = 0; c->kind == CALL_COMPUTE && r < j->ranks; r++)
			i->now[r] += c->amount;
		const uint64_t end = last_of(i);

		report->instance[instance].idle = end - begin;
		begin = end;
	}
}

/* Operations of a graph, in the order in which they begin: links carry first what is sent first. */
struct ops {
	const struct idle *i;
	const struct job_graph *g;
	uint64_t *at;                   /* by operation: it begins, as far as is known */
	uint32_t *waits;                /* by operation: what it still waits for */
	struct wish *heap;              /* operations that wait for nothing, by the cycle in which they begin */
	uint32_t n;
};

static void put(struct ops *u, uint32_t op)
{
	wishes_put(u->heap, u->n++, &(struct wish){ .cycle = u->at[op], .number = op });
}

/* One of the things that an operation waits for comes in this cycle. */
static void come(struct ops *u, uint32_t op, uint64_t cycle)
{
	u->at[op] = later(u->at[op], cycle);
	if (!--u->waits[op])
		put(u, op);
}

/* Returns when the message has left. */
static uint64_t send(struct ops *u, const struct job_op *o, uint64_t begin)
{
	const struct idle *const i = u->i;
	const uint64_t flits = flits_of(i, o->amount), from = later(begin, i->sent[o->rank]);
	const uint64_t arrival = receive(i, o->peer, from + message(i, o->rank, o->peer, 1), from + message(i, o->rank, o->peer, flits), flits) + i->job->overhead;

	i->now[o->peer] = later(i->now[o->peer], arrival);
	if (o->receive != NO_OP)
		come(u, o->receive, arrival);
	return i->sent[o->rank] = from + network_link_cycles(i->network, flits);
}

static void follow(struct ops *u)
{
	const struct job_graph *const g = u->g;

	for (uint32_t k = 0; k < g->ops; k++) {
		u->at[k] = u->i->job->start + g->op[k].at;
		u->waits[k] = g->op[k].waits + (g->op[k].kind == OP_RECEIVE);
		if (!u->waits[k])
			put(u, k);
	}
	while (u->n) {
		const uint32_t op = u->heap->number;
		const struct job_op *const o = &g->op[op];

		wishes_drop(u->heap, --u->n);
		const uint64_t end = o->kind == OP_SEND ? send(u, o, u->at[op]) : u->at[op] + (o->kind == OP_COMPUTE ? o->amount : 0);

		u->i->now[o->rank] = later(u->i->now[o->rank], end);
		for (uint32_t e = o->edge; e < o[1].edge; e++)
			come(u, g->edge[e], end);
	}
}

static bool graph(const struct idle *i)
{
	const size_t room = (size_t)i->job->graph->ops + 1;
	struct ops u = { i, i->job->graph, malloc(room * sizeof *u.at), malloc(room * sizeof *u.waits), malloc(room * sizeof *u.heap), 0 };
	const bool good = u.at && u.waits && u.heap;

	if (good)
		follow(&u);
	free(u.at);
	free(u.waits);
	free(u.heap);
	return good;
}

bool jobs_idle(struct job_report *r, const struct job_set *set, const struct job *job, const struct network_config *network, unsigned flit_bits)
{
	const size_t size = job->ranks * sizeof(uint64_t);
	struct idle i = { set, job, network, flit_bits, malloc(size), malloc(size), calloc(1, size), calloc(1, size) };
	bool good = i.now && i.next && i.sent && i.received;

	for (uint32_t rank = 0; good && rank < job->ranks; rank++)
		i.now[rank] = job->start;
	if (good && job->graph)
		good = graph(&i);
	else if (good)
		calls(&i, r);
	if (good)
		r->whole.idle = last_of(&i) - job->start;
	free(i.now);
	free(i.next);
	free(i.sent);
	free(i.received);
	return good;
}
