#include "neighbours.h"
#include "sink.h"
#include "source.h"

#include <assert.h>
#include <stdlib.h>

enum { CONFIGURE_AGAIN = 16 };          /* cycles, on average */

struct neighbours {
	struct shape shape;
	struct neighbours_config config;
	struct neighbours_stats stats;
	struct traffic *traffic;
	struct routes *routes;
	struct rng rng;                         /* of the configuration port */
	struct source_queue *queues;            /* of all sources */
	struct waiting *waiting;
	uint16_t *credits;                      /* of all sources */
	struct destinations held;               /* by source, by line */
	char *memory;                           /* what is behind sinks, and this */
	struct source source[SWITCH_PORTS];
	struct sink sink[SWITCH_PORTS];
};

struct neighbours_config neighbours_default(const struct shape *s)
{
	struct neighbours_config c = {
		.traffic = TRAFFIC_UNIFORM,
		.injection = s->queues > 1 ? INJECTION_PER_DESTINATION : INJECTION_FIFO,
		.source_packets = 256,
		.load = 0.8,
		.seed = 1,
		.hot_fraction = 0.375,
		.back_pressure = true,
		.stop_cycle = UINT64_MAX,
	};

	return c;
}

static struct traffic *pattern(const struct shape *s, const struct neighbours_config *c)
{
	struct traffic_config t = {
		.kind = c->traffic,
		.nodes = s->radix,
		.min_flits = c->fixed_length ? s->packet_flits : 1,
		.max_flits = s->packet_flits,
		.load = c->load,
		.own = c->own_port,
		.hot_node = c->hot_port,
		.hot_fraction = c->hot_fraction,
		.seed = c->seed,
	};

	return traffic_new(&t);
}

static unsigned queues_per_source(const struct neighbours *n)
{
	return n->config.injection == INJECTION_FIFO ? 1 : n->shape.radix;
}

static void connect(struct neighbours *n)
{
	const struct shape *s = &n->shape;
	unsigned queues = queues_per_source(n);

	for (unsigned i = 0; i < s->radix * queues; i++)
		n->queues[i].waiting = n->waiting + (size_t)i * n->config.source_packets;
	for (unsigned i = 0; i < s->radix; i++) {
		const struct destinations held = { n->held.words, destinations_of(&n->held, i * s->saqs) };

		n->source[i] = source_of(s, &n->config, n->traffic, n->routes, &n->stats, n->queues + i * queues, n->credits + i * s->queues, held, i);
		n->source[i].due = s->nodes;
		sink_reset(&n->sink[i], s, &n->config, &n->stats, i);
	}
}

static void place(struct neighbours *n, struct arena *a)
{
	destinations_place(&n->held, a, n->shape.radix * n->shape.saqs, n->shape.nodes);
	for (unsigned i = 0; i < n->shape.radix; i++)
		sink_place(&n->sink[i], &n->shape, a);
}

static bool place_all(struct neighbours *n)
{
	struct arena measured = { NULL, { 0, 0 } }, a = { NULL, { 0, 0 } };

	place(n, &measured);
	n->memory = calloc(measured.used[HOT], 1);
	a.block = n->memory;
	if (n->memory)
		place(n, &a);
	return n->memory;
}

struct neighbours *neighbours_new(const struct shape *s, const struct neighbours_config *c)
{
	struct neighbours *n = calloc(1, sizeof *n);
	unsigned queues;

	assert(s->radix <= SWITCH_PORTS && s->saqs <= SOURCE_LINES && s->saqs <= SINK_LINES && c->hot_port < s->radix && c->source_packets);
	if (!n)
		return NULL;
	n->shape = *s;
	n->config = *c;
	n->traffic = pattern(s, c);
	n->routes = routes_new(s, c->seed);
	n->rng = rng_seed(c->seed, SWITCH_PORTS);
	queues = s->radix * queues_per_source(n);
	n->queues = calloc(queues, sizeof n->queues[0]);
	n->waiting = calloc((size_t)queues * c->source_packets, sizeof n->waiting[0]);
	n->credits = calloc((size_t)s->radix * s->queues, sizeof n->credits[0]);
	if (!n->traffic || !n->routes || !n->queues || !n->waiting || !n->credits || !place_all(n)) {
		neighbours_free(n);
		return NULL;
	}
	connect(n);
	return n;
}

void neighbours_free(struct neighbours *n)
{
	if (!n)
		return;
	traffic_free(n->traffic);
	routes_free(n->routes);
	free(n->queues);
	free(n->waiting);
	free(n->credits);
	free(n->memory);
	free(n);
}

static void drive_sink(struct neighbours *n, uint64_t cycle, unsigned o, struct switch_in *in)
{
	struct sink_answer a = sink_step(&n->sink[o], cycle);

	in->credit |= (uint64_t)a.credit << o;
	in->credit_queue[o] = a.queue;
	in->message |= (uint64_t)a.message << o;
	if (a.message)
		in->msg[o] = a.msg;
}

static bool arrives_for(const struct switch_in *in, uint32_t destination)
{
	for (uint64_t left = in->head; left; left &= left - 1)
		if (in->packet[__builtin_ctzll(left)].destination == destination)
			return true;
	return false;
}

/* Each destination once, and then now and then one again, but not while a header for it arrives. */
static void configure(struct neighbours *n, uint64_t cycle, struct switch_in *in)
{
	const unsigned nodes = n->shape.nodes;
	const bool again = cycle >= nodes;

	in->configure = !again || (cycle < n->config.stop_cycle && !rng_below(&n->rng, CONFIGURE_AGAIN));
	if (!in->configure)
		return;
	in->destination = again ? rng_below(&n->rng, nodes) : (uint32_t)cycle;
	in->configure = !arrives_for(in, in->destination);
	in->entry = routes_table(n->routes)[in->destination];
}

void neighbours_drive(struct neighbours *n, uint64_t cycle, struct switch_in *in)
{
	in->head = in->credit = in->message = 0;
	in->configure = false;
	for (unsigned i = 0; i < n->shape.radix; i++) {
		if (n->source[i].due <= cycle)
			in->head |= (uint64_t)source_step(&n->source[i], cycle, &in->packet[i]) << i;
		if (n->sink[i].due <= cycle)
			drive_sink(n, cycle, i, in);
	}
	if (n->shape.nodes)
		configure(n, cycle, in);
}

void neighbours_departure(struct neighbours *n, uint64_t cycle, unsigned output, const struct packet *p)
{
	n->stats.delivered++;
	n->stats.flits_delivered += p->flits;
	n->stats.delivered_at[output] += p->flits;
	sink_packet(&n->sink[output], cycle, p);
}

void neighbours_credit(struct neighbours *n, uint64_t cycle, unsigned input, unsigned queue)
{
	source_credit(&n->source[input], cycle, queue);
}

void neighbours_message(struct neighbours *n, uint64_t cycle, unsigned input, const struct message *m)
{
	source_message(&n->source[input], cycle, m);
}

bool neighbours_drained(const struct neighbours *n)
{
	for (unsigned i = 0; i < n->shape.radix; i++)
		if (!source_drained(&n->source[i]) || !sink_drained(&n->sink[i]))
			return false;
	return true;
}

unsigned neighbours_spent(const struct neighbours *n, unsigned input)
{
	return source_all_credits(&n->shape) - n->source[input].credits;
}

unsigned neighbours_kept(const struct neighbours *n, unsigned output)
{
	return n->sink[output].used;
}

const struct neighbours_stats *neighbours_stats(const struct neighbours *n)
{
	return &n->stats;
}

const struct table_entry *neighbours_table(const struct neighbours *n)
{
	return routes_table(n->routes);
}
