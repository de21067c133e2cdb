#include "network_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SIGHT = 256,                    /* cycles that due sets reach at least */
	CHUNK = 1 << 14,                /* cycles in which a packet must move, if there is one */
	DRAIN = 1 << 10,                /* cycles between two looks whether all is delivered */
	MOST_PACKETS = 1 << 20, FEWEST_PACKETS = 256, PACKETS = 1 << 14,        /* of sources: in all; at each at least, at most */
};

static void *open_bank(void *context, const struct shape *s, unsigned index, unsigned switches)
{
	(void)context, (void)index;
	return switch_new_bank(s, switches);
}

static uint64_t step(void *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	return switch_step(sw, cycle, in, out);
}

static bool drained(const void *sw)
{
	return switch_drained(sw);
}

static const struct switch_counts *counts(const void *sw)
{
	return switch_counts(sw);
}

static void configure(void *sw, unsigned number, const struct table_entry *table)
{
	switch_configure(sw, number, table);
}

static void close_switch(void *sw)
{
	switch_free(sw);
}

static bool waiting(const void *sw, unsigned input, struct switch_waiting *w)
{
	return switch_waiting(sw, input, w);
}

static const struct backend c_model = {
	.depart_delay = SWITCH_DEPART, .foretells = true, .bank = switch_bank, .open = open_bank, .configure = configure, .step = step, .drained = drained, .counts = counts,
	.waiting = waiting, .close = close_switch,
};

struct network_config network_default(const struct shape *s, const struct topology *t)
{
	return (struct network_config){ .shape = *s, .topology = *t, .link_delay = 1, .threads = 1 };
}

unsigned network_links(const struct topology *t)
{
	return t->switches * t->radix + t->nodes;
}

static uint32_t share(uint32_t n, unsigned part, unsigned parts)
{
	return (uint32_t)((uint64_t)n * part / parts);
}

static uint32_t align(uint32_t n)
{
	return (n + PART_ALIGN - 1) / PART_ALIGN * PART_ALIGN;
}

/* A part gets the same share of every stage, next to each other: in trees whole subtrees. Places are dealt out part by part. */
static void deal(struct network *n)
{
	const struct topology *t = &n->config.topology;
	const uint32_t stage = t->switches / t->stages;
	uint32_t sw = 0, node = 0;

	for (unsigned k = 0; k < n->parts; k++) {
		struct part *p = n->part + k;

		p->switches.first = sw;
		p->nodes.first = node;
		for (unsigned s = 0; s < t->stages; s++)
			for (uint32_t w = share(stage, k, n->parts); w < share(stage, k + 1, n->parts); w++) {
				n->place_of_switch[s * stage + w] = sw * n->bank + n->sw[sw].switches;
				sw += ++n->sw[sw].switches == n->bank;
			}
		sw += n->sw[sw].switches > 0;
		n->banks += sw - p->switches.first;
		for (uint32_t d = share(t->nodes, k, n->parts); d < share(t->nodes, k + 1, n->parts); d++)
			n->place_of_node[d] = node++;
		p->switches.end = sw;
		p->nodes.end = node;
		sw = align(sw);
		node = align(node);
	}
}

static unsigned part_of(const struct network *n, bool node, uint32_t place)
{
	unsigned k = 0;

	while (place >= (node ? n->part[k].nodes.end : n->part[k].switches.end))
		k++;
	return k;
}

static struct wire wire_to(const struct network *n, const struct place *far)
{
	if (far->is == NOTHING)
		return (struct wire){ .is = NOTHING };
	if (far->is == NODE) {
		const uint32_t to = n->place_of_node[far->index];

		return (struct wire){ .to = to, .is = NODE, .part = (uint8_t)part_of(n, true, to) };
	}
	const uint32_t place = n->place_of_switch[far->index], to = place / n->bank;
	const unsigned port = place % n->bank * n->config.shape.radix + far->port;

	return (struct wire){ .to = to, .is = SWITCH, .port = (uint8_t)port, .part = (uint8_t)part_of(n, false, to) };
}

/* Zeroed memory that is not there until it is touched. */
static void *take(struct network *n, size_t count, size_t size)
{
	unsigned k = 0;

	while (n->block[k])
		k++;
	n->block[k] = calloc(count, size);
	n->bytes += count * size;
	return n->block[k];
}

static unsigned power_of_two(unsigned least)
{
	unsigned p = 1;

	while (p < least)
		p *= 2;
	return p;
}

static void measure_time(struct network *n)
{
	const unsigned delay = n->config.link_delay, flits = n->config.shape.packet_flits;
	const unsigned reach = (flits > SWITCH_DEPART ? flits : SWITCH_DEPART) + delay + 1;
	unsigned span = 1;

	while (span * 2 <= delay + 1) {
		span *= 2;
		n->log_span++;
	}
	n->row_mask = power_of_two(reach + span) - 1;
	n->load_mask = power_of_two(SWITCH_DEPART + delay + 1 + span) - 1;
	n->sight = reach > SIGHT ? reach : SIGHT;
	n->span_mask = power_of_two(n->sight + 2 * span) / span - 1;
}

static bool allocate_tables(struct network *n)
{
	const struct topology *t = &n->config.topology;
	const size_t pad = (size_t)n->parts * PART_ALIGN;

	n->all_switches.end = align((uint32_t)(t->switches + pad));
	n->all_nodes.end = align((uint32_t)(t->nodes + pad));
	n->switch_words = n->all_switches.end / 64;
	n->node_words = n->all_nodes.end / 64;
	n->part = take(n, n->parts, sizeof *n->part);
	n->sw = take(n, n->all_switches.end, sizeof *n->sw);
	n->node = take(n, n->all_nodes.end, sizeof *n->node);
	n->place_of_switch = take(n, t->switches, sizeof *n->place_of_switch);
	n->place_of_node = take(n, t->nodes, sizeof *n->place_of_node);
	n->due_switches = take(n, (size_t)n->switch_words * (n->span_mask + 1), sizeof *n->due_switches);
	n->due_nodes = take(n, (size_t)n->node_words * (n->span_mask + 1), sizeof *n->due_nodes);
	return n->part && n->sw && n->node && n->place_of_switch && n->place_of_node && n->due_switches && n->due_nodes;
}

/* What a switch, or a node, has of its own. */
static void place_switch(struct network *n, struct net_switch *s, struct arena *a)
{
	const size_t ports = n->ports, loads = n->load_mask + 1u;

	s->wire = arena_take(a, HOT, ports, sizeof *s->wire);
	s->at = arena_take(a, HOT, n->row_mask + 1u, sizeof *s->at);
	s->packet = arena_take(a, HOT, loads * ports, sizeof *s->packet);
	s->msg = arena_take(a, HOT, loads * ports, sizeof *s->msg);
	if (n->config.shape.nodes)
		s->credit_queue = arena_take(a, HOT, (n->row_mask + 1u) * ports, sizeof *s->credit_queue);
}

static void place_node(struct network *n, struct net_node *d, struct arena *a)
{
	d->at = arena_take(a, HOT, n->row_mask + 1u, sizeof *d->at);
	d->packet = arena_take(a, HOT, n->load_mask + 1u, sizeof *d->packet);
	d->msg = arena_take(a, HOT, n->load_mask + 1u, sizeof *d->msg);
	if (n->config.shape.nodes)
		d->credit_queue = arena_take(a, HOT, n->row_mask + 1u, sizeof *d->credit_queue);
	node_place(&d->node, a, &n->setup);
}

/* The arena of one of many: hot parts of all, then cold parts of all. */
static struct arena nth_arena(char *block, const struct arena *measured, size_t count, size_t k)
{
	const size_t hot = (measured->used[HOT] + 63) / 64 * 64, cold = (measured->used[COLD] + 63) / 64 * 64;

	return (struct arena){ block, { k * hot, count * hot + k * cold } };
}

static char *allocate(struct network *n, const struct arena *measured, size_t count)
{
	char *block = take(n, count * (measured->used[HOT] + 63) / 64 * 64 + count * (measured->used[COLD] + 127) / 64 * 64 + 128, 1);

	return block ? block + (64 - (uintptr_t)block % 64) % 64 : NULL;
}

/* Links are those of network_links(). */
static void wire_switches(struct network *n)
{
	const struct topology *t = &n->config.topology;
	const unsigned radix = n->config.shape.radix;

	for (unsigned i = 0; i < t->switches; i++) {
		const uint32_t place = n->place_of_switch[i];

		for (unsigned port = 0; port < radix; port++) {
			const struct place far = t->peer(t, i, port);
			struct wire *w = n->sw[place / n->bank].wire + place % n->bank * radix + port;

			*w = wire_to(n, &far);
			w->link = i * radix + port;
		}
	}
}

static bool open_switches(struct network *n)
{
	for (unsigned i = 0; i < n->config.topology.switches; i++) {
		const uint32_t place = n->place_of_switch[i];
		struct net_switch *at = n->sw + place / n->bank;

		if (place % n->bank)
			continue;
		at->sw = n->backend.open(n->backend.context, &n->config.shape, i, at->switches);
		if (!at->sw)
			return false;
	}
	return true;
}

/* Those that take them from here. */
static bool write_tables(struct network *n)
{
	const struct topology *t = &n->config.topology;
	const unsigned nodes = n->config.shape.nodes;

	if (!nodes || !n->backend.configure)
		return true;
	struct table_entry *table = calloc(nodes, sizeof *table);

	for (unsigned i = 0; table && i < t->switches; i++) {
		const uint32_t place = n->place_of_switch[i];

		for (uint32_t d = 0; d < t->nodes; d++)
			table[d] = routing_entry(&n->setup.routing, i, d);
		n->backend.configure(n->sw[place / n->bank].sw, place % n->bank, table);
	}
	free(table);
	return table;
}

static bool build_switches(struct network *n)
{
	struct arena measured = { NULL, { 0, 0 } };
	struct net_switch s;

	place_switch(n, &s, &measured);
	char *block = allocate(n, &measured, n->banks);

	for (unsigned i = 0, k = 0; block && i < n->all_switches.end; i++) {
		struct net_switch *at = n->sw + i;

		if (!at->switches)
			continue;
		struct arena a = nth_arena(block, &measured, n->banks, k++);

		place_switch(n, at, &a);
		at->due = UINT64_MAX;
	}
	if (!block)
		return false;
	wire_switches(n);
	return open_switches(n) && write_tables(n);
}

static bool build_nodes(struct network *n)
{
	const struct topology *t = &n->config.topology;
	struct arena measured = { NULL, { 0, 0 } };
	struct net_node d;

	place_node(n, &d, &measured);
	char *block = allocate(n, &measured, t->nodes);

	for (unsigned i = 0; block && i < t->nodes; i++) {
		const uint32_t place = n->place_of_node[i];
		const struct place port = t->attach(t, i);
		struct arena a = nth_arena(block, &measured, t->nodes, i);

		place_node(n, n->node + place, &a);
		node_reset(&n->node[place].node, &n->setup, i);
		n->node[place].wire = wire_to(n, &port);
		n->node[place].wire.link = t->switches * n->config.shape.radix + i;
		n->due_nodes[place / 64] |= bit(place % 64);
	}
	return block != NULL;
}

/* Room for what can cross from one part to another in a span. */
static bool build_crossings(struct network *n)
{
	const size_t pairs = (size_t)n->parts * n->parts;
	unsigned *wires = calloc(pairs, sizeof *wires);
	size_t each = (size_t)3 << n->log_span, total = 0;

	if (!wires)
		return false;
	for (unsigned k = 0; k < n->parts; k++) {
		for (uint32_t i = n->part[k].switches.first; i < n->part[k].switches.end; i++)
			for (unsigned port = 0; port < n->sw[i].switches * n->config.shape.radix; port++)
				if (n->sw[i].wire[port].is != NOTHING)
					wires[k * n->parts + n->sw[i].wire[port].part]++;
		for (uint32_t i = n->part[k].nodes.first; i < n->part[k].nodes.end; i++)
			wires[k * n->parts + n->node[i].wire.part]++;
	}
	for (size_t k = 0; k < pairs; k++)
		total += k % (n->parts + 1) ? wires[k] * each : 0;
	struct crossings *lists = take(n, 2 * pairs, sizeof *lists);
	struct crossing *room = take(n, 2 * total + 1, sizeof *room);

	for (size_t k = 0; lists && room && k < 2 * pairs; k++) {
		const size_t pair = k % pairs;

		lists[k] = (struct crossings){ 0, pair % (n->parts + 1) ? (unsigned)(wires[pair] * each) : 0, room };
		room += lists[k].capacity;
		n->part[pair / n->parts].out[k / pairs] = lists + k / pairs * pairs + pair / n->parts * n->parts;
	}
	free(wires);
	return lists && room;
}

static bool build(struct network *n)
{
	if (!allocate_tables(n))
		return false;
	deal(n);
	for (unsigned k = 0; k < n->parts; k++) {
		n->part[k].number = k;
		n->part[k].stats = n->stats->shard + k;
		n->part[k].wrong_cycle = UINT64_MAX;
	}
	return build_switches(n) && build_nodes(n) && build_crossings(n);
}

static bool check(const struct network_config *c, char why[NETWORK_WHY])
{
	if (c->link_delay < 1 || c->link_delay > NETWORK_DELAY)
		return snprintf(why, NETWORK_WHY, "link delay is %u; it must be 1..%u cycles", c->link_delay, (unsigned)NETWORK_DELAY), false;
	if (c->threads < 1 || c->threads > NETWORK_THREADS)
		return snprintf(why, NETWORK_WHY, "threads is %u; it must be 1..%u", c->threads, (unsigned)NETWORK_THREADS), false;
	if (c->source_packets > ADMITTANCE_PACKETS)
		return snprintf(why, NETWORK_WHY, "source packets is %u; it must be 1..%u", c->source_packets, (unsigned)ADMITTANCE_PACKETS), false;
	return true;
}

static unsigned default_packets(unsigned nodes)
{
	const unsigned each = MOST_PACKETS / nodes;

	return each < FEWEST_PACKETS ? FEWEST_PACKETS : each > PACKETS ? PACKETS : each;
}

struct network *network_new(const struct network_config *c, struct workload *w, struct stats *stats, char why[NETWORK_WHY])
{
	if (!check(c, why))
		return NULL;
	struct network *n = calloc(1, sizeof *n);

	if (n) {
		n->config = *c;
		n->backend = c->backend ? *c->backend : c_model;
		n->stats = stats;
		n->parts = c->threads;
		n->setup = (struct node_setup){
			.shape = &n->config.shape, .topology = &n->config.topology, .workload = w, .injection = c->injection,
			.capacity = c->source_packets ? c->source_packets : default_packets(c->topology.nodes), .hold = c->hold,
		};
		if (c->shape.nodes)
			n->setup.routing = routing_of(&n->config.topology, &n->config.shape);
		n->bank = n->backend.bank ? n->backend.bank(&c->shape) : 1;
		n->ports = n->bank * c->shape.radix;
		measure_time(n);
	}
	if (!n || !build(n)) {
		network_free(n);
		snprintf(why, NETWORK_WHY, "out of memory for %u switches and %u nodes", c->topology.switches, c->topology.nodes);
		return NULL;
	}
	return n;
}

void network_free(struct network *n)
{
	if (!n)
		return;
	for (uint32_t i = 0; n->sw && i < n->all_switches.end; i++)
		if (n->sw[i].sw)
			n->backend.close(n->sw[i].sw);
	for (unsigned k = 0; k < sizeof n->block / sizeof *n->block; k++)
		free(n->block[k]);
	free(n);
}

uint64_t network_cycle(const struct network *n)
{
	return n->cycle;
}

const char *network_why(const struct network *n)
{
	return n->why;
}

size_t network_bytes(const struct network *n)
{
	return n->bytes;
}

struct network_counts network_counts(const struct network *n)
{
	struct network_counts sum = { 0 };

	for (unsigned k = 0; k < n->parts; k++) {
		const struct part *p = n->part + k;

		sum.injected += p->counts.injected;
		sum.delivered += p->counts.delivered;
		sum.refused += p->counts.refused;
		sum.misdelivered += p->counts.misdelivered;
		sum.out_of_order += p->counts.out_of_order;
		sum.steps += p->steps;
		for (uint32_t i = p->nodes.first; i < p->nodes.end; i++)
			sum.waiting += node_waiting(&n->node[i].node, &n->setup);
	}
	return sum;
}

void network_count_switches(const struct network *n, struct stats *stats)
{
	for (unsigned i = 0; i < n->config.topology.switches; i++) {
		const uint32_t place = n->place_of_switch[i];

		stats_switch(stats, n->backend.counts(n->sw[place / n->bank].sw) + place % n->bank);
	}
}

static uint64_t moved(const struct network *n)
{
	uint64_t sum = 0;

	for (unsigned k = 0; k < n->parts; k++)
		sum += n->part[k].moved + n->part[k].counts.delivered;
	return sum;
}

/* The first thing that went wrong, in order of time. */
static bool went_well(struct network *n)
{
	const struct part *first = n->part;

	for (unsigned k = 1; k < n->parts; k++)
		if (n->part[k].wrong_cycle < first->wrong_cycle ||
		    (n->part[k].wrong_cycle == first->wrong_cycle && n->part[k].wrong_node < first->wrong_node))
			first = n->part + k;
	if (first->wrong_cycle == UINT64_MAX)
		return true;
	memcpy(n->why, first->wrong, sizeof n->why);
	return false;
}

static bool advance(struct network *n, uint64_t cycle)
{
	if (!network_advance(n, cycle)) {
		snprintf(n->why, sizeof n->why, "%u threads cannot be had", n->parts);
		return false;
	}
	const struct network_counts c = network_counts(n);
	const char *failed = n->backend.failed ? n->backend.failed(n->backend.context) : NULL;

	if (failed) {
		snprintf(n->why, sizeof n->why, "%s", failed);
		return false;
	}
	if (moved(n) != n->moved || c.injected == c.delivered) {
		n->moved = moved(n);
		n->moved_at = n->cycle;
	} else if (n->cycle - n->moved_at >= CHUNK) {
		network_explain(n, "no packet can move");
		return false;
	}
	return went_well(n);
}

bool network_run_to(struct network *n, uint64_t cycle)
{
	while (n->cycle < cycle)
		if (!advance(n, cycle - n->cycle < CHUNK ? cycle : n->cycle + CHUNK))
			return false;
	return true;
}

void network_stop_injection(struct network *n)
{
	for (unsigned k = 0; k < n->parts; k++)
		for (uint32_t i = n->part[k].nodes.first; i < n->part[k].nodes.end; i++)
			n->node[i].node.closed = true;
}

bool network_drained(struct network *n)
{
	const struct network_counts c = network_counts(n);
	bool empty = c.injected == c.delivered;

	for (uint32_t i = 0; empty && i < n->all_switches.end; i++)
		empty = !n->sw[i].sw || n->backend.drained(n->sw[i].sw);
	for (unsigned i = 0; empty && i < n->config.topology.nodes; i++)
		empty = node_drained(&n->node[n->place_of_node[i]].node, &n->setup);
	if (!empty)
		network_explain(n, "the network has not drained");
	return empty;
}

bool network_drain(struct network *n, uint64_t limit)
{
	unsigned empty = 0;             /* steps since all was delivered: credits and messages still have to come home */

	while (n->cycle < limit && empty < 2) {
		if (!advance(n, limit - n->cycle < DRAIN ? limit : n->cycle + DRAIN))
			return false;
		const struct network_counts c = network_counts(n);

		empty = c.injected == c.delivered ? empty + 1 : 0;
	}
	return network_drained(n);
}
