#include "trace_make.h"

#include "trace.h"
#include "rng.h"
#include "stock.h"

#include <assert.h>
#include <inttypes.h>

/* Times in ns, SHORT in bytes. */
enum { REQUEST_GAP = 2000, SEEK = 4000000, OVERHEAD = 20000, PS_PER_BYTE = 5000, SHORT = 128, DOUBLINGS = 4 };

struct event {
	uint64_t time;
	uint64_t order;                 /* of events at the same time */
	enum { THOUGHT, REQUEST, REPLY } what;
	unsigned client, server;        /* nodes */
	uint32_t bytes;                 /* of the transfer */
	bool read, seek;
};

struct client {
	struct rng rng;
	unsigned home;                  /* its own server */
	unsigned open;                  /* requests without reply */
};

struct maker {
	const struct trace_make_config *c;
	FILE *f;
	struct trace_made *made;
	struct geometric think, gap, run, seek;
	struct client *client;          /* by node */
	uint64_t *busy;                 /* by node: time in ns until which a server is busy */
	struct event *heap;             /* earliest first */
	size_t events, room;
	uint64_t order;
};

static bool earlier(const struct event *a, const struct event *b)
{
	return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static void push(struct maker *m, struct event e)
{
	size_t i = m->events++;

	assert(i < m->room);
	e.order = m->order++;
	for (; i && earlier(&e, &m->heap[(i - 1) / 2]); i = (i - 1) / 2)
		m->heap[i] = m->heap[(i - 1) / 2];
	m->heap[i] = e;
}

static struct event pop(struct maker *m)
{
	const struct event first = m->heap[0], last = m->heap[--m->events];
	size_t i = 0, child;

	for (; (child = 2 * i + 1) < m->events; i = child) {
		child += child + 1 < m->events && earlier(&m->heap[child + 1], &m->heap[child]);
		if (!earlier(&m->heap[child], &last))
			break;
		m->heap[i] = m->heap[child];
	}
	m->heap[i] = last;
	return first;
}

/* Node of server i, with servers spread evenly: the first node up to which i + 1 servers are due. */
static unsigned server_node(const struct trace_make_config *c, unsigned i)
{
	return (unsigned)(((uint64_t)(i + 1) * c->nodes - 1) / c->servers);
}

static bool is_server(const struct trace_make_config *c, unsigned node)
{
	return (uint64_t)(node + 1) * c->servers / c->nodes > (uint64_t)node * c->servers / c->nodes;
}

static void say_message(struct maker *m, uint64_t time, unsigned from, unsigned to, uint32_t bytes)
{
	fprintf(m->f, "%" PRIu64 ",%u,%u,%" PRIu32 "\n", time, from, to, bytes);
	m->made->messages++;
	m->made->bytes += bytes;
	m->made->last = time;
}

/* ns that a host or a disk takes to transfer so many bytes. */
static uint64_t transfer(uint32_t bytes)
{
	return (uint64_t)bytes * PS_PER_BYTE / 1000;
}

/* A run of requests of one size to one server. */
static void thought(struct maker *m, const struct event *e)
{
	struct client *k = &m->client[e->client];
	const uint64_t drawn = 1 + geometric_draw(&m->run, &k->rng), n = drawn < TRACE_RUN ? drawn : TRACE_RUN;
	struct event r = { .what = REQUEST, .client = e->client, .time = e->time };

	r.server = rng_below(&k->rng, 2) ? k->home : server_node(m->c, rng_below(&k->rng, m->c->servers));
	r.bytes = m->c->block << (__builtin_ctzll(rng_next(&k->rng) | UINT64_C(1) << DOUBLINGS));
	r.read = rng_chance(&k->rng, rng_probability(m->c->reads));
	r.seek = !rng_chance(&k->rng, rng_probability(m->c->cached));
	k->open = (unsigned)n;
	for (uint64_t i = 0; i < n; i++) {
		push(m, r);
		r.time += 1 + geometric_draw(&m->gap, &k->rng) + (r.read ? 0 : transfer(r.bytes));
		r.seek = false;
	}
}

static void request(struct maker *m, const struct event *e)
{
	const uint64_t begin = m->busy[e->server] > e->time ? m->busy[e->server] : e->time;
	const uint64_t seek = e->seek ? geometric_draw(&m->seek, &m->client[e->client].rng) : 0;
	struct event r = *e;

	say_message(m, e->time, e->client, e->server, e->read ? SHORT : e->bytes);
	r.what = REPLY;
	r.time = begin + seek + OVERHEAD + transfer(e->bytes);
	m->busy[e->server] = r.time;
	push(m, r);
}

static void reply(struct maker *m, const struct event *e)
{
	struct client *k = &m->client[e->client];

	say_message(m, e->time, e->server, e->client, e->read ? e->bytes : SHORT);
	if (!--k->open)
		push(m, (struct event){ .what = THOUGHT, .client = e->client, .time = e->time + 1 + geometric_draw(&m->think, &k->rng) });
}

static void begin(struct maker *m)
{
	const struct trace_make_config *c = m->c;

	m->think = geometric_of_mean((double)c->think);
	m->gap = geometric_of_mean(REQUEST_GAP);
	m->run = geometric_of_mean(c->run - 1);
	m->seek = geometric_of_mean(SEEK);
	for (unsigned i = 0; i < c->nodes; i++) {
		struct client *k = &m->client[i];

		k->rng = rng_seed(c->seed, i);
		k->home = server_node(c, rng_below(&k->rng, c->servers));
		if (!is_server(c, i))
			push(m, (struct event){ .what = THOUGHT, .client = i, .time = geometric_draw(&m->think, &k->rng) });
	}
}

static void write_config(const struct trace_make_config *c, FILE *f)
{
	fprintf(f, TRACE_GENERATED " trace\n# nodes = %u\n# servers = %u\n# duration_ns = %" PRIu64 "\n# think_ns = %" PRIu64 "\n", c->nodes, c->servers,
		c->duration, c->think);
	fprintf(f, "# run = %u\n# reads = %.15g\n# cached = %.15g\n# block = %u\n# seed = %" PRIu64 "\n# times in ns\n" TRACE_COLUMNS "\n", c->run,
		c->reads, c->cached, c->block, c->seed);
}

static void make(struct maker *m)
{
	begin(m);
	write_config(m->c, m->f);
	while (m->events && m->heap[0].time < m->c->duration) {
		const struct event e = pop(m);

		switch (e.what) {
		case THOUGHT: thought(m, &e); break;
		case REQUEST: request(m, &e); break;
		case REPLY: reply(m, &e); break;
		}
	}
	fputs(TRACE_END "\n", m->f);
}

bool trace_make(const struct trace_make_config *c, FILE *f, struct trace_made *made)
{
	struct maker m = { .c = c, .f = f, .made = made, .room = (size_t)(c->nodes - c->servers) * TRACE_RUN };
	struct stock memory = { .last = NULL };

	assert(c->servers && c->servers < c->nodes && c->run && c->run <= TRACE_RUN / 4);
	*made = (struct trace_made){ 0 };
	m.client = stock_array(&memory, c->nodes, sizeof *m.client);
	m.busy = stock_array(&memory, c->nodes, sizeof *m.busy);
	m.heap = stock_array(&memory, m.room, sizeof *m.heap);
	if (!memory.lacking)
		make(&m);
	stock_free(&memory);
	return !memory.lacking;
}
