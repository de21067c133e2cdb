#include "neighbours.h"
#include "bus_master.h"
#include "cube_neighbours.h"
#include "sink.h"
#include "source.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	CONFIGURE_AGAIN = 24,                   /* mean cycles until a word is written again with its value, and until an exchange is tried */
	PATIENT = 4, PATIENT_FIFO = 16,         /* one exchange in so many waits until it may be done; with FIFO that holds up the whole source */
};

struct neighbours {
	struct shape shape;
	struct neighbours_config config;
	struct neighbours_stats stats;
	struct traffic *traffic;
	struct routes *routes;
	struct rng rng;                         /* of the configuration port */
	struct bus_master master;               /* of the registers, if there are any ... */
	struct bus_in bus;                      /* ... what it has on the bus */
	struct source_queue *queues;            /* of all sources */
	struct waiting *waiting;
	struct link_senders *in, *out;          /* of all sources; the switch, as sinks see it */
	bool written;                           /* the routing table is in the switch already */
	uint32_t *inside;                       /* by destination: packets whose header is in the switch */
	uint64_t *gone;                         /* by destination: first cycle without a flit of packets whose header has left */
	struct {                                /* of two words of the routing table */
		unsigned left;                          /* words to be written, pair[left - 1] next */
		uint32_t pair[2];
		struct table_entry entry[2];
	} exchange;
	struct cube_neighbours *cube;           /* of a wormhole router: all that follows; otherwise NULL */
	char *memory;                           /* the arrays that place() takes */
	struct source source[SWITCH_PORTS];
	struct sink sink[SWITCH_PORTS];
};

struct neighbours_config neighbours_default(const struct shape *s)
{
	return (struct neighbours_config){
		.traffic = TRAFFIC_UNIFORM,
		.injection = s->queues > 1 ? INJECTION_PER_DESTINATION : INJECTION_FIFO,
		.source_packets = 256,
		.load = 0.8,
		.seed = 1,
		.hot_fraction = 0.375,
		.back_pressure = true,
		.stop_cycle = UINT64_MAX,
	};
}

static struct traffic *pattern(const struct shape *s, const struct neighbours_config *c)
{
	struct traffic_config t = {
		.kind = c->traffic,
		.nodes = s->nic ? s->nodes + s->ends : s->radix,
		.min_flits = c->fixed_length ? s->packet_flits : 1,
		.max_flits = c->single_flit ? 1 : s->packet_flits,
		.cell_flits = s->cell_flits,
		.load = links_paced(s) ? c->load * s->speed_d / s->speed_n : c->load,
		.own = c->own_port || s->nic,
		.hot_node = c->hot_port,
		.hot_fraction = c->hot_fraction,
		.seed = c->seed,
	};

	return traffic_new(&t);
}

/* Queues of the source with most, of which each has room for as many. */
static unsigned queues_per_source(const struct neighbours *n)
{
	unsigned most = 0;

	for (unsigned i = 0; i < n->shape.radix; i++) {
		const unsigned queues = source_queues(n->in->at[i].behind, &n->config);

		most = queues > most ? queues : most;
	}
	return most;
}

static void connect(struct neighbours *n)
{
	const struct shape *s = &n->shape;

	if (n->cube) {
		cube_neighbours_reset(n->cube, n->in, n->out, &n->config, n->traffic, &n->stats, n->waiting);
		return;
	}
	const unsigned queues = queues_per_source(n);

	for (unsigned i = 0; i < s->radix * queues; i++)
		n->queues[i].waiting = n->waiting + (size_t)i * n->config.source_packets;
	for (unsigned i = 0; i < s->radix; i++) {
		n->source[i] = source_of(&n->in->at[i], supply_of(&n->config, n->traffic, &n->stats, i, true), n->routes, n->queues + i * queues, i);
		n->source[i].due = n->written ? 0 : s->table_words;
		sink_reset(&n->sink[i], &n->out->at[i], &n->config, &n->stats, i);
	}
}

static void place(struct neighbours *n, struct arena *a)
{
	const unsigned queues = n->shape.radix * queues_per_source(n);

	n->queues = arena_take(a, HOT, queues, sizeof *n->queues);
	n->waiting = arena_take(a, HOT, (size_t)queues * n->config.source_packets, sizeof *n->waiting);
	n->inside = arena_take(a, HOT, n->shape.nodes, sizeof *n->inside);
	n->gone = arena_take(a, HOT, n->shape.nodes, sizeof *n->gone);
	for (unsigned i = 0; i < n->shape.radix && !n->cube; i++)
		sink_place(&n->sink[i], n->out->at[i].behind, a);
}

static void free_memory(struct neighbours *n)
{
	link_senders_free(n->in);
	link_senders_free(n->out);
	free(n->memory);
}

/* What is empty when all begins. */
static bool make_memory(struct neighbours *n)
{
	struct arena measured = { .block = NULL }, a = { .block = NULL };

	n->memory = NULL;
	n->in = link_senders_new(&n->shape, false);
	n->out = link_senders_new(&n->shape, true);
	if (!n->in || !n->out)
		return false;
	memset(n->sink, 0, sizeof n->sink);
	place(n, &measured);
	n->memory = a.block = calloc(measured.used[HOT] + 1, 1);
	if (n->memory)
		place(n, &a);
	return n->memory;
}

/* With a new configuration, or for the first time. */
static bool begin(struct neighbours *n)
{
	n->rng = rng_seed(n->config.seed, SWITCH_PORTS);
	n->master = bus_master_new(n->config.seed);
	n->traffic = pattern(&n->shape, &n->config);
	if (!n->cube && !n->routes)
		n->routes = routes_new(&n->shape, n->config.seed);
	if (!make_memory(n) || !n->traffic || (!n->cube && !n->routes))
		return false;
	connect(n);
	return true;
}

struct neighbours *neighbours_new(const struct shape *s, const struct neighbours_config *c)
{
	struct neighbours *n = calloc(1, sizeof *n);

	assert(s->radix <= SWITCH_PORTS && s->saqs <= SINK_LINES && c->hot_port < s->radix && c->source_packets);
	assert(!c->single_flit || !c->fixed_length);
	if (!n)
		return NULL;
	n->shape = *s;
	n->config = *c;
	n->cube = s->by_flits ? cube_neighbours_new(s, c) : NULL;
	if ((!s->by_flits || n->cube) && begin(n))
		return n;
	neighbours_free(n);
	return NULL;
}

bool neighbours_restart(struct neighbours *n, uint64_t seed, uint64_t stop_cycle, bool keep_table)
{
	n->config.seed = seed;
	n->config.stop_cycle = stop_cycle;
	n->written = keep_table;
	n->exchange.left = 0;
	traffic_free(n->traffic);
	if (!keep_table) {
		routes_free(n->routes);
		n->routes = NULL;
	}
	free_memory(n);
	return begin(n);
}

void neighbours_free(struct neighbours *n)
{
	if (!n)
		return;
	traffic_free(n->traffic);
	routes_free(n->routes);
	cube_neighbours_free(n->cube);
	free_memory(n);
	free(n);
}

static void drive_sink(struct neighbours *n, uint64_t cycle, unsigned o, struct switch_in *in)
{
	const struct sink_answer a = sink_step(&n->sink[o], cycle);

	in->credit |= (uint64_t)a.credit << o;
	in->credit_queue[o] = a.queue;
	in->message |= (uint64_t)a.message << o;
	if (a.message)
		in->msg[o] = a.msg;
}

static bool arrives_for(const struct switch_in *in, uint32_t destination)
{
	EACH_IN(i, in->head)
		if (in->packet[i].destination == destination)
			return true;
	return false;
}

/* True if the word may get another value: no packet that was routed by it is in the switch, and no list upstream has the destination. */
static bool may_change(const struct neighbours *n, uint64_t cycle, const struct switch_in *in, uint32_t destination)
{
	if (n->inside[destination] || cycle < n->gone[destination] || arrives_for(in, destination))
		return false;
	for (unsigned i = 0; i < n->shape.radix; i++)
		if (!link_knows_not(&n->in->at[i], cycle, destination))
			return false;
	return true;
}

static void write_word(struct switch_in *in, uint32_t destination, struct table_entry entry)
{
	in->configure = true;
	in->destination = destination;
	in->entry = entry;
}

/* Are there words of a table that packets are looked up by? Routes of a network interface are looked up by destinations that the network does not see. */
static bool has_table(const struct neighbours *n)
{
	return !n->cube && routes_table(n->routes).entry;
}

/* Write the routes of a network interface, each word once. */
static void configure_routes(const struct neighbours *n, uint64_t cycle, struct switch_in *in)
{
	in->configure = cycle < n->shape.ends && !n->written;
	if (!in->configure)
		return;
	in->destination = (uint32_t)cycle;
	in->route = routes_table(n->routes).route[cycle];
}

static void pause(struct neighbours *n, uint64_t cycle, const uint32_t pair[2])
{
	for (unsigned i = 0; i < n->shape.radix; i++)
		source_pause(&n->source[i], cycle, pair);
}

/* Begin to exchange the words of two destinations, so that every output and every queue keeps its number of destinations. Sources hold back
 * packets for them until both words are written. If the exchange is not patient, it begins only if both words may be written now. */
static void begin_exchange(struct neighbours *n, uint64_t cycle, const struct switch_in *in)
{
	const struct table_entry *table = routes_table(n->routes).entry;
	uint32_t *const pair = n->exchange.pair;
	const bool patient = !rng_below(&n->rng, n->config.injection == INJECTION_FIFO ? PATIENT_FIFO : PATIENT);

	if (!routes_draw_pair(n->routes, &n->rng, pair))
		return;
	n->exchange.left = patient || (may_change(n, cycle, in, pair[0]) && may_change(n, cycle, in, pair[1])) ? 2 : 0;
	if (!n->exchange.left)
		return;
	n->exchange.entry[0] = table[pair[1]];
	n->exchange.entry[1] = table[pair[0]];
	pause(n, cycle, pair);
}

/* Write the next of the two words, as soon as it may get another value. */
static void exchange(struct neighbours *n, uint64_t cycle, struct switch_in *in)
{
	const unsigned k = n->exchange.left - 1;

	if (!may_change(n, cycle, in, n->exchange.pair[k]))
		return;
	write_word(in, n->exchange.pair[k], n->exchange.entry[k]);
	if (--n->exchange.left)
		return;
	routes_exchange(n->routes, n->exchange.pair);
	pause(n, cycle, NULL);
}

/* Begin or continue an exchange, or sometimes write a word again with its value, but not while a header for it arrives. */
static void configure_again(struct neighbours *n, uint64_t cycle, struct switch_in *in)
{
	const unsigned draw = rng_below(&n->rng, CONFIGURE_AGAIN);
	const uint32_t destination = rng_below(&n->rng, n->shape.nodes);

	if (!n->exchange.left && !draw && !n->config.fixed_table && !bus_master_writes_table(&n->master))
		begin_exchange(n, cycle, in);
	if (n->exchange.left)
		exchange(n, cycle, in);
	else if (draw == 1 && !arrives_for(in, destination))
		write_word(in, destination, routes_table(n->routes).entry[destination]);
}

/* Write the word of each destination once, and from then on words of some again. When the traffic ends, an exchange is dropped. */
static void configure(struct neighbours *n, uint64_t cycle, struct switch_in *in)
{
	const struct table_entry *table = routes_table(n->routes).entry;

	if (cycle < n->shape.nodes && !n->written) {
		write_word(in, (uint32_t)cycle, table[cycle]);
	} else if (cycle < n->config.stop_cycle) {
		configure_again(n, cycle, in);
	} else if (n->exchange.left) {
		n->exchange.left = 0;
		pause(n, cycle, NULL);
	}
	if (!in->configure)
		return;
	n->stats.rerouted += n->shape.nic ? table[in->destination].queue != in->entry.queue : table[in->destination].output != in->entry.output;
	routes_set(n->routes, in->destination, in->entry);
}

/* Accesses of the registers. While words of the routing table are exchanged, the bus does not write it. */
static void drive_bus(struct neighbours *n, uint64_t cycle, struct switch_in *in)
{
	const bool table = neighbours_configured(n, cycle) && !n->exchange.left;

	bus_master_drive(&n->master, &n->shape, cycle < n->config.stop_cycle, table ? routes_table(n->routes).entry : NULL, &in->bus);
	n->bus = in->bus;
}

void neighbours_drive(struct neighbours *n, uint64_t cycle, struct switch_in *in)
{
	in->head = in->credit = in->message = 0;
	in->configure = false;
	if (n->cube) {
		cube_neighbours_drive(n->cube, cycle, in);
		return;
	}
	for (unsigned i = 0; i < n->shape.radix; i++) {
		if (n->source[i].due <= cycle) {
			in->head |= (uint64_t)source_step(&n->source[i], cycle, &in->packet[i]) << i;
			in->tokens[i] = (uint8_t)n->in->at[i].pace.tokens;
		}
		if (n->sink[i].due <= cycle)
			drive_sink(n, cycle, i, in);
	}
	if (n->shape.ends)
		configure_routes(n, cycle, in);
	if (n->shape.csr)
		drive_bus(n, cycle, in);
	if (!has_table(n))
		return;
	configure(n, cycle, in);
	EACH_IN(i, in->head)
		n->inside[in->packet[i].destination]++;
}

void neighbours_departure(struct neighbours *n, uint64_t cycle, unsigned output, const struct packet *p)
{
	struct link_sender *const link = &n->out->at[output];

	n->stats.delivered++;
	n->stats.flits_delivered += p->flits;
	n->stats.delivered_at[output] += p->flits;
	if (has_table(n)) {
		const uint64_t gone = cycle + p->flits;         /* with routing tables, links have no pace */

		n->inside[p->destination]--;
		if (n->gone[p->destination] < gone)
			n->gone[p->destination] = gone;
	}
	if (!link_may_send(link, cycle, p)) {
		n->stats.violations++;
		return;
	}
	link_sent(link, cycle, p, 0);
	sink_packet(&n->sink[output], cycle, p);
}

void neighbours_flit(struct neighbours *n, uint64_t cycle, unsigned output, const struct packet *p, unsigned vc, unsigned flit)
{
	n->stats.delivered += flit + 1 == p->flits;
	n->stats.flits_delivered++;
	n->stats.delivered_at[output]++;
	cube_neighbours_flit(n->cube, cycle, output, p, vc, flit);
}

void neighbours_credit(struct neighbours *n, uint64_t cycle, unsigned input, unsigned class)
{
	struct link_sender *const link = &n->in->at[input];

	if (!link_may_credit(link, class)) {
		n->stats.violations++;
		return;
	}
	link_credit(link, class);
	if (!n->cube)
		source_credit(&n->source[input], cycle, class);
}

void neighbours_message(struct neighbours *n, uint64_t cycle, unsigned input, const struct message *m)
{
	if (n->cube)
		cube_neighbours_message(n->cube, cycle, input, m);
	else
		source_message(&n->source[input], cycle, m);
}

void neighbours_hear(struct neighbours *n, uint64_t cycle, const struct switch_out *departing, const struct switch_out *replies)
{
	if (n->shape.csr)
		bus_master_hear(&n->master, &n->shape, &n->bus, &replies->bus);
	EACH_IN(i, departing->depart) {
		if (n->cube)
			neighbours_flit(n, cycle, i, &departing->packet[i], departing->vc[i], departing->flit[i]);
		else
			neighbours_departure(n, cycle, i, &departing->packet[i]);
	}
	EACH_IN(i, replies->credit)
		neighbours_credit(n, cycle, i, replies->credit_queue[i]);
	EACH_IN(i, replies->message)
		neighbours_message(n, cycle, i, &replies->msg[i]);
}

bool neighbours_drained(const struct neighbours *n)
{
	for (unsigned i = 0; i < n->shape.radix; i++)
		if (link_spent(&n->in->at[i]) || link_stops_any(&n->in->at[i]) || link_spent(&n->out->at[i]) || link_stops_any(&n->out->at[i]) ||
		    (!n->cube && !source_drained(&n->source[i])))
			return false;
	return !n->cube || cube_neighbours_drained(n->cube);
}

unsigned neighbours_spent(const struct neighbours *n, unsigned input)
{
	return link_spent(&n->in->at[input]);
}

unsigned neighbours_kept(const struct neighbours *n, unsigned output)
{
	return link_spent(&n->out->at[output]);
}

uint32_t neighbours_position(const struct neighbours *n)
{
	return n->cube ? cube_neighbours_position(n->cube) : 0;
}

const struct neighbours_stats *neighbours_stats(const struct neighbours *n)
{
	return &n->stats;
}

bool neighbours_configured(const struct neighbours *n, uint64_t cycle)
{
	return n->shape.table_words && (n->written || cycle >= n->shape.table_words);
}

struct table_words neighbours_table(const struct neighbours *n)
{
	return n->routes ? routes_table(n->routes) : (struct table_words){ NULL, NULL };
}
