#include "routing_check.h"

#include "cycle.h"
#include "stock.h"

#include <stdarg.h>
#include <stdio.h>

const char *const routing_rules[ROUTING_RULES] = {
#define RULE(id, text) text,
#include "routing_rules.def"
};

/*
 * For each destination, every switch that packets for it meet is judged once: from there on the way is the same for all packets
 * that come there.
 */
struct checker {
	const struct routing *routing;
	const struct topology *topology;
	const struct routing_read *tables;      /* NULL: as they are computed */
	struct routing_verdict *verdict;
	uint32_t *judged;               /* by switch: the last destination for which it was judged, plus 1 */
	uint32_t *hops;                 /* by switch: switches from it to that destination, itself included; 0: it is not reached */
	uint32_t *path;                 /* switches on the way being followed */
	uint64_t *after;                /* by output port: output ports of the next switch by which packets from it go on */
	uint32_t *entrance;             /* for each switch that has nodes: one of its nodes */
	unsigned *nodes;                /* likewise: the number of its nodes */
	uint32_t entrances;
};

__attribute__((format(printf, 4, 5))) static void flaw(struct routing_verdict *v, enum routing_rule rule, uint64_t n, const char *format, ...)
{
	struct routing_flaws *f = &v->flaws[rule];
	va_list args;

	if (!f->n) {
		va_start(args, format);
		vsnprintf(f->first, ROUTING_FLAW, format, args);
		va_end(args);
	}
	f->n += n;
}

static struct table_entry entry(const struct checker *c, uint32_t sw, uint32_t destination)
{
	return c->tables ? c->tables->entry[(size_t)sw * c->tables->nodes + destination] : routing_entry(c->routing, sw, destination);
}

static struct place far_end(const struct topology *t, uint32_t sw, unsigned port)
{
	return port < t->radix ? t->peer(t, sw, port) : (struct place){ NOTHING, 0, 0 };
}

/* Is the port, counted among those up or those down, a digit of the destination? */
static void judge_digit(struct checker *c, uint32_t sw, uint32_t destination, unsigned port)
{
	const struct topology *t = c->topology;
	const unsigned stage = topology_stage(t, sw), down = t->down[stage], digit = port < down ? port : port - down;
	const unsigned expected = t->digit(t, destination, stage, port >= down);

	if (digit != expected)
		flaw(c->verdict, ROUTING_DIGITS, 1, "switch %u, destination %u: port %u, of digit %u, where the destination has %u", sw, destination,
		     port, digit, expected);
}

/* Check the entry of a switch for a destination. Returns where the packets are next; *next: the entry there. */
static struct place judge(struct checker *c, uint32_t sw, uint32_t destination, struct table_entry e, struct table_entry *next)
{
	const struct topology *t = c->topology;
	const struct place far = far_end(t, sw, e.output);
	unsigned queue = 0;

	if (far.is == SWITCH) {
		*next = entry(c, far.index, destination);
		queue = c->routing->to_next ? routing_queue_of(c->routing, next->output, destination) : 0;
		if (far_end(t, far.index, next->output).is != NOTHING)
			c->after[(size_t)sw * t->radix + e.output] |= UINT64_C(1) << next->output;
	}
	if (e.queue != queue)
		flaw(c->verdict, ROUTING_QUEUES, 1, "switch %u, destination %u: queue %u at the next hop is not %u", sw, destination, e.queue, queue);
	if (t->digit)
		judge_digit(c, sw, destination, e.output);
	return far;
}

/* Follow packets until they leave the network or come to a judged switch. Returns the number of switches that they cross; 0: they do not arrive. */
static uint32_t follow(struct checker *c, uint32_t source, uint32_t destination)
{
	struct place at = c->topology->attach(c->topology, source);
	struct table_entry e = entry(c, at.index, destination);
	uint32_t n = 0;

	while (at.is == SWITCH && c->judged[at.index] != destination + 1) {
		c->judged[at.index] = destination + 1;
		c->hops[at.index] = 0;          /* until it is known: packets that come here again go round */
		c->path[n++] = at.index;
		at = judge(c, at.index, destination, e, &e);
	}
	uint32_t hops = at.is == SWITCH ? c->hops[at.index] : 0;
	const bool arrives = at.is == SWITCH ? hops : at.is == NODE && at.index == destination;

	while (arrives && n)
		c->hops[c->path[--n]] = ++hops;
	return hops;
}

/* Record where packets end that do not arrive. */
static void explain(struct checker *c, uint32_t source, uint32_t destination, uint64_t pairs)
{
	struct place at = c->topology->attach(c->topology, source);
	struct table_entry e = { 0 };
	uint32_t last = at.index, n = 0;

	for (; at.is == SWITCH && n <= c->topology->switches; n++) {
		last = at.index;
		e = entry(c, last, destination);
		at = far_end(c->topology, last, e.output);
	}
	if (at.is == SWITCH)
		flaw(c->verdict, ROUTING_CONNECTED, pairs, "from node %u to %u: goes round by way of switch %u", source, destination, last);
	else if (at.is == NODE)
		flaw(c->verdict, ROUTING_CONNECTED, pairs, "from node %u to %u: switch %u sends it to node %u", source, destination, last, at.index);
	else
		flaw(c->verdict, ROUTING_CONNECTED, pairs, "from node %u to %u: nothing is on port %u of switch %u", source, destination, e.output, last);
}

static void check_destination(struct checker *c, uint32_t destination)
{
	struct routing_verdict *v = c->verdict;

	for (uint32_t i = 0; i < c->entrances; i++) {
		const uint32_t source = c->entrance[i], hops = follow(c, source, destination);
		const unsigned least = c->topology->hops(c->topology, source, destination);

		if (!hops) {
			explain(c, source, destination, c->nodes[i]);
			continue;
		}
		v->pairs += c->nodes[i];
		v->most_hops = hops > v->most_hops ? hops : v->most_hops;
		if (hops > least)
			flaw(v, ROUTING_SHORTEST, c->nodes[i], "from node %u to %u: over %u switches, where %u are enough", source, destination, hops, least);
	}
}

/* The switches that nodes are on. Uses judged, which is all 0 before and after. */
static void find_entrances(struct checker *c)
{
	for (uint32_t node = 0; node < c->topology->nodes; node++) {
		uint32_t *seen = &c->judged[c->topology->attach(c->topology, node).index];

		if (!*seen) {
			*seen = ++c->entrances;
			c->entrance[*seen - 1] = node;
		}
		c->nodes[*seen - 1]++;
	}
	for (uint32_t i = 0; i < c->entrances; i++)
		c->judged[c->topology->attach(c->topology, c->entrance[i]).index] = 0;
}

static uint32_t next_port(const void *of, uint32_t port, unsigned next)
{
	const struct topology *t = of;

	return t->peer(t, port / t->radix, port % t->radix).index * t->radix + next;
}

static bool find_cycle(struct checker *c)
{
	const uint32_t ports = c->topology->switches * c->topology->radix;
	const struct cycle_graph waits = { ports, 1, c->after, next_port, c->topology };

	for (uint32_t port = 0; port < ports; port++)
		c->verdict->dependencies += (unsigned)__builtin_popcountll(c->after[port]);
	return cycle_find(&waits, &c->verdict->cycle, &c->verdict->cycle_links);
}

bool routing_check(const struct routing *r, const struct routing_read *tables, struct routing_verdict *v)
{
	const struct topology *t = r->topology;
	struct stock memory = { .last = NULL };
	struct checker c = {
		.routing = r, .topology = t, .tables = tables, .verdict = v,
		.judged = stock_array(&memory, t->switches, sizeof *c.judged), .hops = stock_array(&memory, t->switches, sizeof *c.hops),
		.path = stock_array(&memory, t->switches, sizeof *c.path), .after = stock_array(&memory, (size_t)t->switches * t->radix, sizeof *c.after),
		.entrance = stock_array(&memory, t->switches, sizeof *c.entrance), .nodes = stock_array(&memory, t->switches, sizeof *c.nodes),
	};

	*v = (struct routing_verdict){ 0 };
	bool good = !memory.lacking;

	if (good)
		find_entrances(&c);
	for (uint32_t d = 0; good && d < t->nodes; d++)
		check_destination(&c, d);
	good = good && find_cycle(&c);
	stock_free(&memory);
	return good;
}

bool routing_sound(const struct routing_verdict *v)
{
	for (unsigned i = 0; i < ROUTING_RULES; i++)
		if (v->flaws[i].n)
			return false;
	return !v->cycle;
}
