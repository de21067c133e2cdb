#include "jobs.h"

#include "in_memory.h"

#include <stdlib.h>
#include <string.h>

/* Put a message into the heap. */
static void put(struct jobs *j, struct rank *r, const struct wish *w)
{
	if (r->wishes == r->wish_room) {
		const uint32_t room = r->wishes ? 2 * r->wishes : 4;
		struct wish *const wider = realloc(r->wish, room * sizeof *wider);

		if (!wider) {
			j->lacking = true;
			return;
		}
		r->wish = wider;
		r->wish_room = room;
	}
	wishes_put(r->wish, r->wishes++, w);
}

static uint32_t node_of(const struct jobs *j, const struct rank *r, uint32_t rank)
{
	return j->set->node[r->job->first + rank];
}

static void wish(struct jobs *j, struct rank *r, uint64_t cycle, uint32_t to, uint64_t bytes)
{
	put(j, r, &(struct wish){ .cycle = cycle, .flits = workload_flits(bytes, j->flit_bits), .number = r->wish_number++, .to = node_of(j, r, to) });
}

/* The first place in which a node may be. */
static uint32_t home_of(const struct rank *r, uint32_t node)
{
	return (uint32_t)(node * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (r->peer_room - 1);      /* 2^64 divided by the golden ratio */
}

static struct peer *place_of(const struct rank *r, uint32_t node)
{
	uint32_t k = home_of(r, node);

	while (r->peer[k].node != NO_NODE && r->peer[k].node != node)
		k = (k + 1) & (r->peer_room - 1);
	return &r->peer[k];
}

/* Forget a node of which nothing is left to be known. Others behind it move up, so that no search ends before them. */
static void forget_peer(struct rank *r, struct peer *p)
{
	const uint32_t mask = r->peer_room - 1;
	uint32_t hole = (uint32_t)(p - r->peer);

	r->peers--;
	for (uint32_t k = (hole + 1) & mask; r->peer[k].node != NO_NODE; k = (k + 1) & mask)
		if (((k - home_of(r, r->peer[k].node)) & mask) >= ((k - hole) & mask)) {
			r->peer[hole] = r->peer[k];
			hole = k;
		}
	r->peer[hole].node = NO_NODE;
}

/* Twice as much room. */
static bool widen_peers(struct rank *r, uint32_t room)
{
	struct rank wider = { .peer_room = room, .peer = malloc(room * sizeof *wider.peer) };

	if (!wider.peer)
		return false;
	memset(wider.peer, 0xff, room * sizeof *wider.peer);
	for (uint32_t k = 0; k < r->peer_room; k++)
		if (r->peer[k].node != NO_NODE)
			*place_of(&wider, r->peer[k].node) = r->peer[k];
	free(r->peer);
	r->peer = wider.peer;
	r->peer_room = room;
	return true;
}

/* NULL: out of memory. */
static struct peer *peer_of(struct jobs *j, struct rank *r, uint32_t node)
{
	struct peer *p;

	if (4 * (r->peers + 1) > 3 * r->peer_room && !widen_peers(r, r->peer_room ? 2 * r->peer_room : 4)) {
		j->lacking = true;
		return NULL;
	}
	p = place_of(r, node);
	if (p->node == NO_NODE) {
		*p = (struct peer){ .node = node };
		r->peers++;
	}
	return p;
}

/* An instance ends. */
static void end_instance(struct jobs *j, struct rank *r)
{
	r->end[r->instance++] = r->now;
	r->step = 0;
	if (r->instance < job_instances(r->job))
		return;
	r->done = true;
	j->done++;
}

static void wait_until(struct rank *r, uint64_t cycle)
{
	r->now = cycle > r->now ? cycle : r->now;
}

/*
 * Wait for a message from another node, unless it has come. Of several that have come only the last one may end after `now`: the link of the node carries
 * them one after the other.
 */
static void expect_message(struct jobs *j, struct rank *r, uint32_t node)
{
	struct peer *const p = peer_of(j, r, node);

	if (!p)
		return;
	if (p->messages == 1)
		wait_until(r, p->at);
	r->waits += p->messages-- <= 0;
	if (!p->messages && !p->flits)
		forget_peer(r, p);
}

/* A rank begins its next step: sends, and counts what it has to wait for. */
static void begin_step(struct jobs *j, struct rank *r, const struct job_call *c)
{
	struct job_step s;

	job_step(c, r->job->ranks, (uint32_t)(r->instance / r->job->calls), r->step++, r->number, &s);
	r->waits = s.sends;
	r->in_step = true;
	r->receives = s.receives;
	for (uint32_t k = 0; k < s.sends; k++)
		wish(j, r, r->now, job_step_to(&s, k), s.bytes);
	for (uint32_t k = 0; k < s.receives; k++)
		expect_message(j, r, node_of(j, r, job_step_from(&s, k)));
}

/* Go on until the rank has to wait. */
static void go_on(struct jobs *j, struct rank *r)
{
	while (!r->done && !r->waits) {
		const struct job_call *const c = &r->job->call[r->instance % r->job->calls];

		r->now += c->kind == CALL_COMPUTE ? c->amount : r->in_step && r->receives ? r->job->overhead : 0;
		r->in_step = false;
		if (r->step == job_steps(c, r->job->ranks))
			end_instance(j, r);
		else
			begin_step(j, r, c);
	}
}

/* A message that the step waits for has come or left. */
static void waited(struct jobs *j, struct rank *r, uint64_t cycle)
{
	wait_until(r, cycle);
	r->waits--;
	go_on(j, r);
}

/* An operation of a graph ends in this cycle: what has waited for it alone is put in front of the list. */
static void end_op(struct rank *r, const struct job_graph *g, uint32_t op, uint64_t cycle, uint32_t *list)
{
	const uint32_t first = g->first[r->number];

	wait_until(r, cycle);
	r->ops--;
	for (uint32_t e = g->op[op].edge; e < g->op[op + 1].edge; e++) {
		struct op_state *const s = &r->op[g->edge[e] - first];

		s->at = cycle > s->at ? cycle : s->at;
		if (--s->waits)
			continue;
		s->next = *list;
		*list = g->edge[e];
	}
}

/* Operations of a list begin, and all that follows from that. */
static void begin_ops(struct jobs *j, struct rank *r, uint32_t list)
{
	const struct job_graph *const g = r->job->graph;
	const uint32_t first = g->first[r->number];

	while (list != NO_OP) {
		const uint32_t op = list;
		const struct job_op *const o = &g->op[op];
		const struct op_state s = r->op[op - first];

		list = s.next;
		if (o->kind == OP_SEND)
			put(j, r, &(struct wish){ .cycle = s.at, .flits = workload_flits(o->amount, j->flit_bits), .number = op - first, .to = node_of(j, r, o->peer) });
		else if (o->kind == OP_COMPUTE)
			end_op(r, g, op, s.at + o->amount, &list);
		else if (s.arrived != UINT64_MAX)
			end_op(r, g, op, s.arrived > s.at ? s.arrived : s.at, &list);
	}
}

static void end_graph(struct jobs *j, struct rank *r)
{
	if (r->done || r->ops || r->arrivals)
		return;
	r->end[0] = r->now;
	r->done = true;
	j->done++;
}

/* Message k from another rank has come; `at`: what waits for it may begin. */
static void arrived_in_graph(struct jobs *j, struct rank *r, uint32_t source, uint32_t k, uint64_t at)
{
	const struct job_graph *const g = r->job->graph;
	const uint32_t op = job_graph_message(g, r->number, source, k)->receive;

	r->arrivals--;
	wait_until(r, at);
	if (op != NO_OP) {
		struct op_state *const s = &r->op[op - g->first[r->number]];

		s->arrived = at;
		s->next = NO_OP;
		if (!s->waits)
			begin_ops(j, r, op);
	}
	end_graph(j, r);
}

/* Message k to another rank has left. */
static void left_in_graph(struct jobs *j, struct rank *r, uint32_t destination, uint32_t k, uint64_t cycle)
{
	const struct job_graph *const g = r->job->graph;
	uint32_t list = NO_OP;

	end_op(r, g, job_graph_message(g, destination, r->number, k)->send, cycle, &list);
	begin_ops(j, r, list);
	end_graph(j, r);
}

static bool begin_graph(struct jobs *j, struct rank *r)
{
	const struct job_graph *const g = r->job->graph;
	const uint32_t first = g->first[r->number];
	uint32_t list = NO_OP;

	r->ops = g->first[r->number + 1] - first;
	r->arrivals = g->first_arrival[r->number + 1] - g->first_arrival[r->number];
	r->op = stock_array(&j->memory, r->ops, sizeof *r->op);
	if (!r->op)
		return false;
	for (uint32_t k = r->ops; k-- > 0;) {
		const struct job_op *const o = &g->op[first + k];

		r->op[k] = (struct op_state){ .at = r->job->start + o->at, .arrived = UINT64_MAX, .waits = o->waits };
		if (o->waits)
			continue;
		r->op[k].next = list;
		list = first + k;
	}
	begin_ops(j, r, list);
	end_graph(j, r);
	return true;
}

static bool begin_rank(struct jobs *j, struct rank *r, const struct job *job, uint32_t number)
{
	const uint64_t instances = job_instances(job);

	r->job = job;
	r->number = number;
	r->node = j->set->node[job->first + number];
	r->now = job->start;
	r->end = stock_array(&j->memory, in_memory(instances), sizeof *r->end);
	if (!r->end)
		return false;
	for (uint64_t k = 0; k < instances; k++)
		r->end[k] = UINT64_MAX;
	if (job->graph)
		return begin_graph(j, r);
	go_on(j, r);
	return true;
}

static bool begin(struct jobs *j)
{
	const struct job_set *const s = j->set;

	j->rank = stock_array(&j->memory, s->ranks, sizeof *j->rank);
	if (!j->rank)
		return false;
	for (unsigned k = 0; k < s->jobs; k++)
		for (uint32_t number = 0; number < s->job[k].ranks; number++)
			if (!begin_rank(j, &j->rank[s->job[k].first + number], &s->job[k], number))
				return false;
	j->at_once = j->done;
	j->done = 0;
	return !j->lacking;
}

struct jobs *jobs_new(const char *path, uint32_t nodes, unsigned flit_bits, uint64_t seed, char why[LINES_WHY])
{
	struct job_set *const set = job_set_open(path, nodes, seed, why);
	struct jobs *j = set ? calloc(1, sizeof *j) : NULL;

	if (!set)
		return NULL;
	if (j) {
		j->set = set;
		j->flit_bits = flit_bits;
	} else {
		job_set_free(set);
	}
	if (j && begin(j))
		return j;
	jobs_free(j);
	snprintf(why, LINES_WHY, "not enough memory for the jobs in '%.100s'", path);
	return NULL;
}

void jobs_free(struct jobs *j)
{
	if (!j)
		return;
	for (uint32_t k = 0; j->rank && k < j->set->ranks; k++) {
		free(j->rank[k].wish);
		free(j->rank[k].peer);
	}
	stock_free(&j->memory);
	job_set_free(j->set);
	free(j);
}

bool jobs_take(struct jobs *j, unsigned node, unsigned packet_flits, struct demand *d)
{
	struct rank *const r = jobs_rank(j, node);

	if (!r || !r->wishes)
		return false;
	struct wish *const w = r->wish;

	r->taken = *w;
	*d = (struct demand){ .cycle = w->cycle, .destination = w->to, .flits = (uint16_t)(w->flits < packet_flits ? w->flits : packet_flits),
			      .sl = (uint8_t)r->job->level };
	d->last = w->flits == d->flits;
	w->flits -= d->flits;
	if (d->last)
		wishes_drop(r->wish, --r->wishes);
	return true;
}

void jobs_give_back(struct jobs *j, unsigned node, const struct demand *d)
{
	struct rank *const r = jobs_rank(j, node);

	if (d->last)
		put(j, r, &r->taken);
	else
		r->wish[0] = r->taken;  /* nothing was put into the heap since */
}

bool jobs_packet(struct jobs *j, unsigned node, unsigned source, unsigned flits, bool last, struct jobs_message *m)
{
	struct rank *const r = jobs_rank(j, node);
	struct peer *const p = r ? peer_of(j, r, source) : NULL;

	if (!p)
		return false;
	p->flits += flits;
	if (!last)
		return false;
	*m = (struct jobs_message){ .job = (unsigned)(r->job - j->set->job), .flits = p->flits };
	p->flits = 0;
	return true;
}

/* The number of the rank on a node, in the job of another rank. */
static uint32_t number_of(const struct jobs *j, const struct rank *r, unsigned node)
{
	return j->set->rank_of_node[node] - r->job->first;
}

void jobs_arrived(struct jobs *j, unsigned node, unsigned source, uint64_t cycle)
{
	struct rank *const r = jobs_rank(j, node);
	struct peer *const p = place_of(r, source);
	const int32_t messages = p->messages++;

	p->at = cycle;
	if (r->job->graph) {
		arrived_in_graph(j, r, number_of(j, r, source), (uint32_t)messages, cycle + r->job->overhead);
		return;
	}
	if (messages >= 0)
		return;
	if (!p->messages)
		forget_peer(r, p);
	waited(j, r, cycle);
}

void jobs_left(struct jobs *j, unsigned node, unsigned destination, uint64_t cycle)
{
	struct rank *const r = jobs_rank(j, node);
	struct peer *const p = r->job->graph ? peer_of(j, r, destination) : NULL;

	if (p)
		left_in_graph(j, r, number_of(j, r, destination), (uint32_t)p->left++, cycle);
	else if (!r->job->graph)
		waited(j, r, cycle);
}

void jobs_share(struct jobs *j, const struct processes *p, bool (*own)(const void *context, unsigned node), const void *context)
{
	for (uint32_t k = 0; p && k < j->set->ranks; k++) {
		struct rank *const r = &j->rank[k];
		const uint64_t instances = job_instances(r->job);

		if (!own(context, r->node))
			memset(r->end, 0, in_memory(instances * sizeof *r->end));
		processes_sum(p, r->end, in_memory(instances));
	}
}

size_t jobs_bytes(const struct jobs *j)
{
	size_t bytes = j->set->ranks * sizeof *j->rank;

	for (uint32_t k = 0; k < j->set->ranks; k++) {
		const struct rank *const r = &j->rank[k];

		bytes += r->wish_room * sizeof *r->wish + r->peer_room * sizeof *r->peer + in_memory(job_instances(r->job) * sizeof *r->end);
		bytes += r->job->graph ? (r->job->graph->first[r->number + 1] - r->job->graph->first[r->number]) * sizeof *r->op : 0;
	}
	return bytes;
}
