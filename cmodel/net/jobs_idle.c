#include "jobs_idle.h"

#include "network_idle.h"

#include <stdlib.h>
#include <string.h>

struct idle {
	const struct job_set *set;
	const struct job *job;
	const struct network_config *network;
	unsigned flit_bits;
	uint64_t *now, *next;           /* by rank: its step begins; that after it */
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

/*
 * The messages of a rank share its link: each ends when the link has carried all of them. So do those that come to a rank: the last one ends no earlier than
 * all of them after the first one.
 */
static void step(const struct idle *i, const struct job_call *c, uint32_t round, unsigned number)
{
	const uint32_t ranks = i->job->ranks;
	struct job_step s, of;

	for (uint32_t r = 0; r < ranks; r++) {
		uint64_t end = i->now[r], first = UINT64_MAX, flits = 0;

		job_step(c, ranks, round, number, r, &s);
		end += network_link_cycles(i->network, s.sends * flits_of(i, s.bytes));
		for (uint32_t k = 0; k < s.receives; k++) {
			const uint32_t from = job_step_from(&s, k);

			job_step(c, ranks, round, number, from, &of);
			const uint64_t one = flits_of(i, of.bytes);

			first = first < i->now[from] + message(i, from, r, 1) ? first : i->now[from] + message(i, from, r, 1);
			flits += one;
			end = later(end, i->now[from] + message(i, from, r, of.sends * one));
		}
		i->next[r] = s.receives ? later(end, first + network_link_cycles(i->network, flits - 1)) + i->job->overhead : end;
	}
	memcpy(i->now, i->next, ranks * sizeof *i->now);
}

static uint64_t first_of(const struct idle *i)
{
	uint64_t first = UINT64_MAX;

	for (uint32_t r = 0; r < i->job->ranks; r++)
		first = i->now[r] < first ? i->now[r] : first;
	return first;
}

static uint64_t last_of(const struct idle *i)
{
	uint64_t last = 0;

	for (uint32_t r = 0; r < i->job->ranks; r++)
		last = later(last, i->now[r]);
	return last;
}

static void calls(const struct idle *i, jobs_idle_instance *see, void *context)
{
	const struct job *const j = i->job;

	for (uint64_t instance = 0; instance < job_instances(j); instance++) {
		const struct job_call *const c = &j->call[instance % j->calls];
		const uint64_t begin = first_of(i);

		for (unsigned number = 0; number < job_steps(c, j->ranks); number++)
			step(i, c, (uint32_t)(instance / j->calls), number);
		for (uint32_t r = 0; c->kind == CALL_COMPUTE && r < j->ranks; r++)
			i->now[r] += c->amount;
		see(context, instance, begin, last_of(i));
	}
}

/* Of a graph: at[] has, by operation, when it begins. */
static void follow(const struct idle *i, uint64_t *at)
{
	const struct job_graph *const g = i->job->graph;

	for (uint32_t k = 0; k < g->ops; k++) {
		const struct job_op *const o = &g->op[g->order[k]];
		const uint64_t begin = later(at[g->order[k]], i->job->start + o->at);
		const uint64_t end = begin + (o->kind == OP_COMPUTE ? o->amount : o->kind == OP_SEND ? network_link_cycles(i->network, flits_of(i, o->amount)) : 0);

		i->now[o->rank] = later(i->now[o->rank], end);
		for (uint32_t e = o->edge; e < o[1].edge; e++)
			at[g->edge[e]] = later(at[g->edge[e]], end);
		if (o->kind != OP_SEND)
			continue;
		const uint64_t arrival = begin + message(i, o->rank, o->peer, flits_of(i, o->amount)) + i->job->overhead;

		i->now[o->peer] = later(i->now[o->peer], arrival);
		if (o->receive != NO_OP)
			at[o->receive] = later(at[o->receive], arrival);
	}
}

static bool graph(const struct idle *i, jobs_idle_instance *see, void *context)
{
	uint64_t *const at = calloc((size_t)i->job->graph->ops + 1, sizeof *at);

	if (!at)
		return false;
	follow(i, at);
	see(context, 0, i->job->start, last_of(i));
	free(at);
	return true;
}

bool jobs_idle(const struct job_set *set, const struct job *job, const struct network_config *network, unsigned flit_bits, jobs_idle_instance *see,
	       void *context)
{
	struct idle i = { set, job, network, flit_bits, malloc(job->ranks * sizeof *i.now), malloc(job->ranks * sizeof *i.next) };
	bool good = i.now && i.next;

	for (uint32_t r = 0; good && r < job->ranks; r++)
		i.now[r] = job->start;
	if (good && job->graph)
		good = graph(&i, see, context);
	else if (good)
		calls(&i, see, context);
	free(i.now);
	free(i.next);
	return good;
}
