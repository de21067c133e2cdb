#include "forwarding.h"

#include "cycle.h"

#include <stdlib.h>

/*
 * For each LID of an end node, every switch that packets for it meet is judged once: from there on the way is the same for all packets that come
 * there.
 */
struct checker {
	const struct forwarding *tables;
	const struct graph *graph;
	const struct levels *levels;    /* NULL: one virtual lane */
	struct forwarding_verdict *verdict;
	uint32_t *judged;               /* by switch: the last target for which it was judged, plus 1 */
	uint32_t *hops;                 /* by switch: switches from it to that target, itself included; 0: packets do not arrive */
	uint32_t *path;                 /* switches on the way being followed */
	uint32_t *nodes;                /* by switch: its end nodes */
	uint64_t *after;                /* by lane of an output port: a word for each lane, with the output ports of the next switch by which packets go on in that */
};

static struct graph_place next_of(const struct checker *c, uint32_t sw, uint32_t target)
{
	return graph_peer(c->graph, sw, *forwarding_entry(c->tables, sw, target));
}

/* Packets go on from this entry, in lane vl, to that of the next switch, in lane next_vl. */
static void note_wait(struct checker *c, uint32_t sw, unsigned vl, uint32_t next, unsigned next_vl, uint32_t target)
{
	const unsigned out = *forwarding_entry(c->tables, sw, target), on = *forwarding_entry(c->tables, next, target), vls = c->verdict->vls;

	if (graph_peer(c->graph, next, on).is != GRAPH_NOTHING)
		c->after[(((size_t)sw * GRAPH_PORTS + out - 1) * vls + vl) * vls + next_vl] |= UINT64_C(1) << (on - 1);
}

/* Follow packets until they leave the switches or come to one that is judged. Returns the number of switches that they cross; 0: they do not arrive. */
static uint32_t follow(struct checker *c, uint32_t from, uint32_t target)
{
	struct graph_place at = { GRAPH_SWITCH, from, 0 };
	uint32_t n = 0, hops;

	while (at.is == GRAPH_SWITCH && c->judged[at.number] != target + 1) {
		const uint32_t sw = at.number;

		c->judged[sw] = target + 1;
		c->hops[sw] = 0;                /* until it is known: packets that come here again go round */
		c->path[n++] = sw;
		at = next_of(c, sw, target);
		if (at.is == GRAPH_SWITCH && !c->levels)
			note_wait(c, sw, 0, at.number, 0, target);
	}
	hops = at.is == GRAPH_SWITCH ? c->hops[at.number] : 0;
	const bool arrives = at.is == GRAPH_SWITCH ? hops : at.is == GRAPH_NODE && at.number == c->graph->target[target].node;

	while (arrives && n)
		c->hops[c->path[--n]] = ++hops;
	return hops;
}

static const char *switch_name(const struct checker *c, uint32_t sw)
{
	return graph_switch(c->graph, sw)->name;
}

static void begin_message(const struct checker *c, FILE *m, uint32_t from, uint32_t target)
{
	const struct graph_target *t = &c->graph->target[target];
	char name[2 * WORD_SHOWN];

	graph_node_text(c->graph, t->node, name, sizeof name);
	fprintf(m, "from switch %.*s to LID %u (%s): ", WORD_SHOWN, switch_name(c, from), t->lid, name);
}

/* Where packets end that do not arrive. */
static void explain_lost(const struct checker *c, FILE *m, uint32_t sw, uint32_t target)
{
	const unsigned out = *forwarding_entry(c->tables, sw, target);
	const struct graph_place far = next_of(c, sw, target);
	char name[2 * WORD_SHOWN];

	if (far.is == GRAPH_NODE) {
		graph_node_text(c->graph, far.number, name, sizeof name);
		fprintf(m, "switch %.*s sends it to %s", WORD_SHOWN, switch_name(c, sw), name);
	} else if (out == FORWARDING_NONE)
		fprintf(m, "switch %.*s has no entry", WORD_SHOWN, switch_name(c, sw));
	else if (out == 0)
		fprintf(m, "switch %.*s keeps it", WORD_SHOWN, switch_name(c, sw));
	else
		fprintf(m, "nothing is on port %u of switch %.*s", out, WORD_SHOWN, switch_name(c, sw));
}

static void explain_round(const struct checker *c, FILE *m, uint32_t sw, uint32_t target)
{
	const uint32_t first = sw;

	do {
		fprintf(m, "%.*s port %u, ", WORD_SHOWN, switch_name(c, sw), *forwarding_entry(c->tables, sw, target));
		sw = next_of(c, sw, target).number;
	} while (sw != first);
	fprintf(m, "%.*s again", WORD_SHOWN, switch_name(c, sw));
}

/* Count pairs that are not connected, and say why the first is not. */
static void explain(struct checker *c, uint32_t from, uint32_t target)
{
	uint32_t last = from, n = 0;
	struct graph_place at = next_of(c, from, target);

	for (; at.is == GRAPH_SWITCH && n < c->graph->switches; n++) {
		last = at.number;
		at = next_of(c, last, target);
	}
	const bool round = at.is == GRAPH_SWITCH;
	struct forwarding_flaws *flaws = round ? &c->verdict->round : &c->verdict->lost;

	struct text t = { NULL, 0 };
	FILE *const m = flaws->n ? NULL : text_begin(&t);

	if (m) {
		begin_message(c, m, from, target);
		(round ? explain_round : explain_lost)(c, m, last, target);
	}
	if (text_end(&t, m))
		snprintf(flaws->first, FORWARDING_FLAW, "%.*s%s", t.size < FORWARDING_FLAW ? (int)t.size : FORWARDING_FLAW - 4, t.s, t.size < FORWARDING_FLAW ? "" : "...");
	free(t.s);
	flaws->n += c->nodes[from];
}

static void check_target(struct checker *c, uint32_t target)
{
	struct forwarding_verdict *v = c->verdict;

	for (uint32_t sw = 0; sw < c->graph->switches; sw++) {
		const uint32_t hops = c->nodes[sw] ? follow(c, sw, target) : 0;

		if (c->nodes[sw] && !hops)
			explain(c, sw, target);
		v->pairs += hops ? c->nodes[sw] : 0;
		v->most_hops = hops > v->most_hops ? hops : v->most_hops;
	}
}

/* The lane in which a packet leaves a switch; 0: it does not. in: the port by which it came. */
static unsigned lane_of(const struct checker *c, uint32_t sw, unsigned in, unsigned sl, uint32_t target)
{
	const unsigned out = *forwarding_entry(c->tables, sw, target);

	return graph_peer(c->graph, sw, out).is == GRAPH_NOTHING ? 0 : levels_vls_of(c->levels, sw, in, out)[sl];
}

/* With lanes, what waits for what depends on the SL of each pair, and on the ports by which packets come. */
static void follow_lanes(struct checker *c, uint32_t node, uint32_t target)
{
	const unsigned sl = c->levels->sl[(size_t)node * c->graph->targets + target];
	struct graph_place at = graph_attach(c->graph, node);
	unsigned vl = lane_of(c, at.number, at.port, sl, target);

	for (uint32_t n = 0; n < c->graph->switches; n++) {
		const struct graph_place next = next_of(c, at.number, target);
		unsigned next_vl;

		if (next.is != GRAPH_SWITCH)
			return;
		next_vl = lane_of(c, next.number, next.port, sl, target);
		note_wait(c, at.number, vl, next.number, next_vl, target);
		at = next;
		vl = next_vl;
	}
}

static unsigned lanes(const struct levels *l)
{
	unsigned most = 0;

	for (size_t i = 0; i < l->vls; i++)
		most = l->vl[i] > most ? l->vl[i] : most;
	return most + 1;
}

static uint32_t next_lane(const void *of, uint32_t lane, unsigned next)
{
	const struct checker *c = of;
	const uint32_t vls = c->verdict->vls, port = lane / vls;
	const struct graph_place far = graph_peer(c->graph, port / GRAPH_PORTS, port % GRAPH_PORTS + 1);

	return (far.number * GRAPH_PORTS + next % GRAPH_PORTS) * vls + next / GRAPH_PORTS;
}

static bool check(struct checker *c)
{
	const uint32_t vls = c->verdict->vls, vertices = c->graph->switches * GRAPH_PORTS * vls;
	const struct cycle_graph waits = { vertices, vls, c->after, next_lane, c };

	for (uint32_t node = 0; node < c->graph->nodes; node++)
		c->nodes[graph_attach(c->graph, node).number]++;
	for (uint32_t t = 0; t < c->graph->targets; t++) {
		if (c->graph->target[t].node == GRAPH_NONE)
			continue;
		check_target(c, t);
		for (uint32_t node = 0; c->levels && node < c->graph->nodes; node++)
			follow_lanes(c, node, t);
	}
	for (size_t i = 0; i < (size_t)vertices * vls; i++)
		c->verdict->dependencies += (unsigned)__builtin_popcountll(c->after[i]);
	return cycle_find(&waits, &c->verdict->cycle, &c->verdict->cycle_links);
}

bool forwarding_check(const struct forwarding *f, const struct levels *levels, struct forwarding_verdict *v)
{
	const uint32_t switches = f->graph->switches;
	const unsigned vls = levels ? lanes(levels) : 1;
	struct stock memory = { .last = NULL };
	struct checker c = {
		.tables = f, .graph = f->graph, .levels = levels, .verdict = v, .judged = stock_array(&memory, switches, sizeof *c.judged),
		.hops = stock_array(&memory, switches, sizeof *c.hops), .path = stock_array(&memory, switches, sizeof *c.path),
		.nodes = stock_array(&memory, switches, sizeof *c.nodes), .after = stock_array(&memory, (size_t)switches * GRAPH_PORTS * vls * vls, sizeof *c.after),
	};

	*v = (struct forwarding_verdict){ .vls = vls };
	const bool good = !memory.lacking && check(&c);

	stock_free(&memory);
	return good;
}

bool forwarding_sound(const struct forwarding_verdict *v)
{
	return !v->lost.n && !v->round.n && !v->cycle;
}
