#include "jobs_report.h"

#include "in_memory.h"
#include "net/engine/network.h"
#include "wishes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct idle {
	const struct jobs *jobs;
	const struct job *job;          /* that it is of */
	const struct network_config *network;
	uint64_t *now, *next;           /* by rank: its step begins; that after it */
	uint64_t *sent, *received;      /* by rank: its link is free again for what it sends; the last flit for it so far comes */
};

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Cycles of a message from one rank to another. */
static uint64_t message(const struct idle *i, uint32_t from, uint32_t to, uint64_t flits)
{
	const uint32_t *const node = i->jobs->set->node + i->job->first;

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
		const uint64_t one = workload_flits(of.bytes, i->jobs->flit_bits), arrival = i->now[from] + message(i, from, s->rank, 1);

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
		const uint64_t end = i->now[r] + network_link_cycles(i->network, s.sends * workload_flits(s.bytes, i->jobs->flit_bits));

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
	const uint64_t flits = workload_flits(o->amount, i->jobs->flit_bits), from = later(begin, i->sent[o->rank]);
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
	const uint32_t ops = i->job->graph->ops;
	struct stock memory = { .last = NULL };
	struct ops u = {
		i, i->job->graph, stock_array(&memory, ops, sizeof *u.at), stock_array(&memory, ops, sizeof *u.waits), stock_array(&memory, ops, sizeof *u.heap), 0,
	};

	if (!memory.lacking)
		follow(&u);
	stock_free(&memory);
	return !memory.lacking;
}

/*
 * The cycles that a job and its instances would take in a network where a message takes its time in an idle network, and waits for nothing but the links of
 * its two nodes: the closed form of docs/study/workloads.md. False: out of memory.
 */
static bool find_idle(struct job_report *r, const struct jobs *jobs, const struct job *job, const struct network_config *network)
{
	struct stock memory = { .last = NULL };
	struct idle i = {
		jobs, job, network, stock_array(&memory, job->ranks, sizeof *i.now), stock_array(&memory, job->ranks, sizeof *i.next),
		stock_array(&memory, job->ranks, sizeof *i.sent), stock_array(&memory, job->ranks, sizeof *i.received),
	};
	bool good = !memory.lacking;

	for (uint32_t rank = 0; good && rank < job->ranks; rank++)
		i.now[rank] = job->start;
	if (good && job->graph)
		good = graph(&i);
	else if (good)
		calls(&i, r);
	if (good)
		r->whole.idle = last_of(&i) - job->start;
	stock_free(&memory);
	return good;
}

static struct messages_report messages_of(const struct stats_messages *m)
{
	const double one = STATS_SLOWDOWN;

	return (struct messages_report){
		.messages = m->time.n, .flits = m->flits,
		.time_mean = histogram_mean(&m->time), .time_p50 = histogram_quantile(&m->time, 0.5), .time_p99 = histogram_quantile(&m->time, 0.99),
		.time_p999 = histogram_quantile(&m->time, 0.999), .time_max = (double)m->time.max,
		.slowdown_mean = histogram_mean(&m->slowdown) / one, .slowdown_p50 = histogram_quantile(&m->slowdown, 0.5) / one,
		.slowdown_p99 = histogram_quantile(&m->slowdown, 0.99) / one, .slowdown_p999 = histogram_quantile(&m->slowdown, 0.999) / one,
		.slowdown_max = (double)m->slowdown.max / one,
	};
}

static bool all_messages(struct jobs_report *r, const struct stats_messages *of_job)
{
	struct stats_messages *const sum = calloc(1, sizeof *sum);

	for (unsigned k = 0; sum && k < r->jobs; k++) {
		r->job[k].messages = messages_of(&of_job[k]);
		sum->flits += of_job[k].flits;
		histogram_merge(&sum->time, &of_job[k].time);
		histogram_merge(&sum->slowdown, &of_job[k].slowdown);
	}
	if (sum)
		r->messages = messages_of(sum);
	free(sum);
	return sum;
}

/* The end of an instance at its last rank; that before the first one is the start. */
static uint64_t end_of(const struct jobs *jobs, const struct job *j, uint64_t instances)
{
	uint64_t end = instances ? 0 : j->start;

	for (uint32_t rank = 0; instances && rank < j->ranks; rank++)
		end = later(end, jobs->rank[j->first + rank].end[instances - 1]);
	return end;
}

/* What a job is. */
static bool describe(struct job_report *r, const struct job *j, struct stock *memory)
{
	snprintf(r->name, sizeof r->name, "%s", j->name);
	r->ranks = j->ranks;
	r->level = (unsigned)j->level;
	r->calls = j->calls;
	r->whole = (struct job_span){ .begin = j->start, .end = UINT64_MAX };
	r->call = stock_array(memory, j->calls, sizeof *r->call);
	if (r->call && j->calls)
		memcpy(r->call, j->call, j->calls * sizeof *r->call);
	return r->call;
}

static bool report_job(struct job_report *r, const struct jobs *jobs, const struct job *j, const struct network_config *c, struct stock *memory)
{
	const uint64_t instances = job_instances(j);

	r->rounds = j->rounds;
	r->whole.end = end_of(jobs, j, instances);
	r->instance = j->graph ? NULL : stock_array(memory, in_memory(instances), sizeof *r->instance);
	for (uint64_t k = 0; r->instance && k < instances; k++) {
		r->instance[k].begin = end_of(jobs, j, k);
		r->instance[k].end = end_of(jobs, j, k + 1);
	}
	return (r->instance || j->graph) && find_idle(r, jobs, j, c);
}

struct jobs_report *jobs_report(const struct job_set *set, const struct jobs *jobs, const struct network_config *c, const struct stats *s)
{
	struct jobs_report *const r = calloc(1, sizeof *r);
	bool good = r && (r->job = stock_array(&r->memory, set->jobs, sizeof *r->job));

	if (good)
		r->jobs = set->jobs;
	for (unsigned k = 0; good && k < set->jobs; k++)
		good = describe(&r->job[k], &set->job[k], &r->memory) && (!jobs || report_job(&r->job[k], jobs, &set->job[k], c, &r->memory));
	if (good && (!jobs || all_messages(r, s->shard[0].messages)))
		return r;
	jobs_report_free(r);
	return NULL;
}

void jobs_report_free(struct jobs_report *r)
{
	if (r)
		stock_free(&r->memory);
	free(r);
}

struct job_call_report job_call_report(const struct job_report *j, unsigned call)
{
	struct job_call_report r = { .mean = 0 };

	for (uint64_t round = 0; round < j->rounds; round++) {
		const struct job_span *const s = &j->instance[round * j->calls + call];

		if (s->end == UINT64_MAX)
			break;
		r.times++;
		r.mean += job_span_cycles(s);
		r.max = fmax(r.max, job_span_cycles(s));
		r.idle += (double)s->idle;
	}
	r.mean = r.times ? r.mean / (double)r.times : NAN;
	r.max = r.times ? r.max : NAN;
	r.idle = r.times ? r.idle / (double)r.times : NAN;
	r.slowdown = r.idle > 0 ? r.mean / r.idle : NAN;
	return r;
}

double job_span_cycles(const struct job_span *s)
{
	return s->end == UINT64_MAX ? NAN : (double)(s->end - s->begin);
}

double job_span_slowdown(const struct job_span *s)
{
	return s->idle ? job_span_cycles(s) / (double)s->idle : NAN;
}
