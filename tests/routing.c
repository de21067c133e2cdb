/* Routing tables: those of every scheme and topology are sound; the check finds what an exhaustive one finds, and says where; files are read as written. */
#include "net/topology/routing_check.h"
#include "test.h"
#include "topology_case.h"

#include <stdlib.h>
#include <string.h>

enum { SEED = 1, TRIALS = 3000, TREES = 200 };

struct network {
	struct topology topology;
	struct shape shape;
	struct routing routing;
};

static void make_of(struct network *w, const struct topology_config *c, unsigned scheme, unsigned queues)
{
	struct params p = params_default();
	char why[PARAMS_WHY] = "";

	p.radix = topology_radix(c);
	p.scheme = scheme;
	p.queues = queues;
	p.nodes = 512;
	w->shape = shape_of(&p);
	if (!topology_make(&w->topology, c, &w->shape, why))
		fail_msg("%s", why);
	w->routing = routing_of(&w->topology, &w->shape);
}

static void make(struct network *w, enum topology_kind kind, unsigned k, unsigned n, unsigned scheme, unsigned queues)
{
	const struct topology_config c = topology_case(kind, k, n);

	make_of(w, &c, scheme, queues);
}

static void assert_sound(const struct network *w, const struct routing_read *tables)
{
	struct routing_verdict v;

	assert_true(routing_check(&w->routing, tables, &v));
	for (unsigned i = 0; i < ROUTING_RULES; i++)
		if (v.flaws[i].n)
			fail_msg("not so: %s: %s", routing_rules[i], v.flaws[i].first);
	assert_null(v.cycle);
	assert_true(routing_sound(&v));
	assert_int_equal(v.pairs, (uint64_t)w->topology.nodes * w->topology.nodes);
	assert_int_equal(v.most_hops, 2 * w->topology.stages - 1);
	free(v.cycle);
}

TEST(all_schemes_are_sound)
{
	static const struct { unsigned k, n; } sizes[] = { { 2, 1 }, { 2, 3 }, { 3, 3 }, { 4, 3 }, { 4, 4 }, { 5, 2 }, { 16, 2 } };
	static const unsigned queues[] = { 1, 2, 3, 4, 8, 17 };
	struct network w;

	for (unsigned kind = 0; kind < TOPOLOGY_TREES; kind++)
		for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
			for (unsigned scheme = 0; scheme < SCHEMES; scheme++)
				for (unsigned q = 0; q < sizeof queues / sizeof *queues; q++) {
					if ((kind == TOPOLOGY_SINGLE && sizes[i].n > 1) || !scheme_is_switch(scheme) || scheme == SCHEME_wormhole)
						continue;
					make(&w, (enum topology_kind)kind, sizes[i].k, sizes[i].n, scheme, queues[q]);
					if (w.shape.nodes)
						assert_sound(&w, NULL);
				}
}

/* Fat trees of any ports; but those whose last stage joins nothing, because it has one port down, are widened or passed over. */
TEST(drawn_fat_trees_are_sound)
{
	struct rng rng = rng_seed(SEED, 1);
	unsigned tapered = 0, wide = 0;
	struct network w;

	for (unsigned trial = 0; trial < TREES; trial++) {
		struct topology_config c = topology_drawn(&rng, 300);

		c.down[c.levels - 1] += c.down[c.levels - 1] == 1 && topology_case_nodes(&c) < 150;
		if (c.down[c.levels - 1] == 1)
			continue;
		for (unsigned i = 1; i < c.levels; i++) {
			tapered += c.up[i] < c.down[i - 1];
			wide += c.up[i] > c.down[i - 1];
		}
		make_of(&w, &c, trial % 2 ? SCHEME_obqa : SCHEME_pfc, 3);
		assert_sound(&w, NULL);
	}
	assert_true(tapered > TREES / 4 && wide > TREES / 4);
}

/* OBQA, figure 3: in the 2-ary 3-tree with 2 queues. */
TEST(queues_are_those_of_the_paper)
{
	struct network w;

	make(&w, TOPOLOGY_KTREE, 2, 3, SCHEME_obqa, 2);
	for (uint32_t d = 1; d < 8; d++)
		assert_int_equal(routing_queue(&w.routing, 0, d), d % 2);
	assert_int_equal(routing_queue(&w.routing, 4, 4), 0);
	assert_int_equal(routing_queue(&w.routing, 4, 2), 1);
	assert_int_equal(routing_queue(&w.routing, 4, 6), 1);
	assert_int_equal(routing_entry(&w.routing, 0, 6).output, 2);
	assert_int_equal(routing_entry(&w.routing, 0, 6).queue, 1);
	assert_int_equal(routing_entry(&w.routing, 0, 1).output, 1);
	assert_int_equal(routing_entry(&w.routing, 0, 1).queue, 0);
}

TEST(queues_of_each_scheme)
{
	struct network w;

	make(&w, TOPOLOGY_KTREE, 4, 3, SCHEME_one_queue, 4);
	assert_int_equal(w.routing.queues, 1);
	make(&w, TOPOLOGY_KTREE, 4, 3, SCHEME_dbbm, 3);
	for (uint32_t d = 0; d < 64; d++)
		assert_int_equal(routing_queue(&w.routing, d % 48, d), d % 3);
	make(&w, TOPOLOGY_KTREE, 4, 3, SCHEME_fbicm, 4);
	assert_int_equal(w.routing.queues, 1);
	make(&w, TOPOLOGY_KTREE, 4, 3, SCHEME_voqsw, 4);
	assert_int_equal(w.routing.queues, 8);
	for (uint32_t d = 0; d < 64; d++)
		assert_int_equal(routing_queue(&w.routing, d % 48, d), w.topology.out(&w.topology, d % 48, d));
	make(&w, TOPOLOGY_KTREE, 4, 3, SCHEME_voqnet, 4);
	for (uint32_t d = 0; d < 64; d++)
		assert_int_equal(routing_queue(&w.routing, d % 48, d), d);
}

/* What the check is held against: every pair walked from end to end, a matrix of all links. */
struct exhaustive {
	const struct network *w;
	const struct routing_read *all;
	uint64_t pairs, detours;
	uint8_t *after, *state;         /* links x links; links */
	bool cycle;
};

static struct table_entry at(const struct exhaustive *x, uint32_t sw, uint32_t destination)
{
	return x->all->entry[sw * x->all->nodes + destination];
}

static void walk(struct exhaustive *x, uint32_t source, uint32_t destination)
{
	const struct topology *t = &x->w->topology;
	const uint32_t links = t->switches * t->radix;
	struct place p = t->attach(t, source);
	uint32_t before = links, hops = 0;

	for (; p.is == SWITCH && hops <= t->switches; hops++) {
		const unsigned out = at(x, p.index, destination).output;
		const uint32_t link = p.index * t->radix + out;

		p = t->peer(t, p.index, out);
		if (before < links && p.is != NOTHING)
			x->after[before * links + link] = 1;
		before = link;
	}
	if (p.is != NODE || p.index != destination)
		return;
	x->pairs++;
	x->detours += hops > t->hops(t, source, destination);
}

static void visit(struct exhaustive *x, uint32_t a)
{
	const uint32_t links = x->w->topology.switches * x->w->topology.radix;

	x->state[a] = 1;
	for (uint32_t b = 0; b < links; b++) {
		x->cycle |= x->after[a * links + b] && x->state[b] == 1;
		if (x->after[a * links + b] && !x->state[b])
			visit(x, b);
	}
	x->state[a] = 2;
}

static void search_all(struct exhaustive *x)
{
	const struct topology *t = &x->w->topology;
	const uint32_t links = t->switches * t->radix;

	x->after = calloc(links, links);
	x->state = calloc(links, 1);
	assert_true(x->after && x->state);
	for (uint32_t s = 0; s < t->nodes; s++)
		for (uint32_t d = 0; d < t->nodes; d++)
			walk(x, s, d);
	for (uint32_t a = 0; a < links; a++)
		if (!x->state[a])
			visit(x, a);
}

/* Each link leads to the switch of the next, and some packet goes that way. */
static void assert_cycle(const struct exhaustive *x, const struct routing_verdict *v)
{
	const struct topology *t = &x->w->topology;

	for (uint32_t i = 0; i < v->cycle_links; i++)
		assert_true(x->after[v->cycle[i] * t->switches * t->radix + v->cycle[(i + 1) % v->cycle_links]]);
}

static struct routing_read *tables_of(const struct network *w)
{
	struct routing_read *all = malloc(sizeof *all + w->topology.switches * w->topology.nodes * sizeof all->entry[0]);

	assert_non_null(all);
	all->nodes = w->topology.nodes;
	for (uint32_t i = 0; i < w->topology.switches * all->nodes; i++)
		all->entry[i] = routing_entry(&w->routing, i / all->nodes, i % all->nodes);
	return all;
}

struct seen {
	unsigned unconnected, detours, digits, queues, cycles;
};

static void compare(const struct network *w, const struct routing_read *all, struct seen *seen)
{
	const uint64_t pairs = (uint64_t)all->nodes * all->nodes;
	struct exhaustive x = { .w = w, .all = all };
	struct routing_verdict v;

	search_all(&x);
	assert_true(routing_check(&w->routing, all, &v));
	assert_int_equal(v.pairs, x.pairs);
	assert_int_equal(v.flaws[ROUTING_CONNECTED].n, pairs - x.pairs);
	assert_int_equal(v.flaws[ROUTING_SHORTEST].n, x.detours);
	assert_int_equal(v.cycle != NULL, x.cycle);
	if (v.cycle)
		assert_cycle(&x, &v);
	seen->unconnected += x.pairs < pairs;
	seen->detours += x.detours > 0;
	seen->cycles += x.cycle;
	seen->digits += v.flaws[ROUTING_DIGITS].n > 0;
	seen->queues += v.flaws[ROUTING_QUEUES].n > 0;
	free(v.cycle);
	free(x.after);
	free(x.state);
}

/* A few entries of sound tables changed to any port. */
TEST(broken_tables)
{
	static const struct { enum topology_kind kind; unsigned k, n; } networks[] = {
		{ TOPOLOGY_KTREE, 2, 3 }, { TOPOLOGY_BMIN, 2, 3 }, { TOPOLOGY_KTREE, 3, 2 }, { TOPOLOGY_SINGLE, 4, 1 }, { TOPOLOGY_XGFT, 2, 2 },
	};
	struct rng rng = rng_seed(SEED, 0);
	struct seen seen = { 0 };
	struct network w;

	for (unsigned trial = 0; trial < TRIALS; trial++) {
		const unsigned i = trial % (sizeof networks / sizeof *networks);

		make(&w, networks[i].kind, networks[i].k, networks[i].n, SCHEME_obqa, 2);
		struct routing_read *all = tables_of(&w);

		for (unsigned n = rng_below(&rng, 6); n; n--)
			all->entry[rng_below(&rng, w.topology.switches * all->nodes)].output = (uint8_t)rng_below(&rng, w.topology.radix);
		compare(&w, all, &seen);
		free(all);
	}
	assert_true(seen.unconnected > TRIALS / 10 && seen.detours && seen.cycles > TRIALS / 10 && seen.digits > TRIALS / 10 &&
		    seen.queues > TRIALS / 10);
}

static void flawed(const struct network *w, const struct routing_read *all, enum routing_rule rule, const char *first)
{
	struct routing_verdict v;

	assert_true(routing_check(&w->routing, all, &v));
	assert_false(routing_sound(&v));
	assert_true(v.flaws[rule].n);
	assert_string_equal(v.flaws[rule].first, first);
	free(v.cycle);
}

static void one_change(unsigned sw, unsigned destination, struct table_entry e, enum routing_rule rule, const char *first)
{
	struct routing_read *all;
	struct network w;

	make(&w, TOPOLOGY_KTREE, 2, 3, SCHEME_obqa, 2);
	all = tables_of(&w);
	all->entry[sw * all->nodes + destination] = e;
	flawed(&w, all, rule, first);
	free(all);
}

TEST(flaws_are_named)
{
	one_change(3, 5, (struct table_entry){ .output = 4 }, ROUTING_CONNECTED, "from node 6 to 5: nothing is on port 4 of switch 3");
	one_change(3, 5, (struct table_entry){ .output = 1 }, ROUTING_CONNECTED, "from node 6 to 5: switch 3 sends it to node 7");
	one_change(7, 5, (struct table_entry){ .output = 1 }, ROUTING_CONNECTED, "from node 0 to 5: goes round by way of switch 3");
	one_change(8, 0, (struct table_entry){ .output = 2 }, ROUTING_CONNECTED, "from node 4 to 0: nothing is on port 2 of switch 8");
	one_change(0, 5, (struct table_entry){ .output = 2 }, ROUTING_DIGITS,
		   "switch 0, destination 5: port 2, of digit 0, where the destination has 1");
	one_change(0, 5, (struct table_entry){ .output = 3, .queue = 1 }, ROUTING_QUEUES, "switch 0, destination 5: queue 1 at the next hop is not 0");
	one_change(2, 5, (struct table_entry){ .output = 1, .queue = 1 }, ROUTING_QUEUES, "switch 2, destination 5: queue 1 at the next hop is not 0");
}

/* A ring, one way round: all nodes are connected, and nothing but the check of cycles sees it. Ports: node, next, last. */
static struct place ring_peer(const struct topology *t, uint32_t sw, unsigned port)
{
	if (!port)
		return (struct place){ NODE, sw, 0 };
	return (struct place){ SWITCH, (sw + (port == 1 ? 1 : t->switches - 1)) % t->switches, 3 - port };
}

static struct place ring_attach(const struct topology *t, uint32_t node)
{
	(void)t;
	return (struct place){ SWITCH, node, 0 };
}

static unsigned ring_out(const struct topology *t, uint32_t sw, uint32_t destination)
{
	(void)t;
	return sw != destination;
}

static unsigned ring_hops(const struct topology *t, uint32_t source, uint32_t destination)
{
	return (destination + t->switches - source) % t->switches + 1;
}

TEST(ring_has_a_cycle)
{
	const struct topology ring = {
		.nodes = 7, .switches = 7, .stages = 1, .first = { 0, 7 }, .radix = 3, .peer = ring_peer, .attach = ring_attach, .out = ring_out, .hops = ring_hops,
	};
	const struct routing r = { &ring, QUEUE_OF_DESTINATION, 2, true };
	struct routing_verdict v;

	assert_true(routing_check(&r, NULL, &v));
	for (unsigned i = 0; i < ROUTING_RULES; i++)
		assert_int_equal(v.flaws[i].n, 0);
	assert_int_equal(v.cycle_links, 7);
	for (uint32_t i = 0; i < 7; i++)
		assert_int_equal(v.cycle[(i + 1) % 7], (v.cycle[i] + 3) % 21);
	assert_int_equal(v.cycle[0] % 3, 1);
	assert_false(routing_sound(&v));
	free(v.cycle);
}

static struct routing_read *none_of(const struct network *w)
{
	struct routing_read *all = calloc(1, sizeof *all + w->topology.switches * w->topology.nodes * sizeof all->entry[0]);

	assert_non_null(all);
	all->nodes = w->topology.nodes;
	return all;
}

TEST(files_are_read_as_written)
{
	char *text = NULL, why[ROUTING_WHY] = "";
	struct network w;
	size_t size;

	make(&w, TOPOLOGY_BMIN, 3, 3, SCHEME_dbbm, 5);
	struct routing_read *written = tables_of(&w), *read = none_of(&w);

	for (uint32_t sw = 0; sw < w.topology.switches; sw++) {
		FILE *f = open_memstream(&text, &size);

		routing_write_hex(&w.routing, &w.shape, sw, f);
		fclose(f);
		f = fmemopen(text, size, "r");
		assert_true(routing_read_hex(read, &w.shape, sw, f, "x.hex", why));
		fclose(f);
		free(text);
	}
	for (uint32_t i = 0; i < w.topology.switches * read->nodes; i++) {
		assert_int_equal(read->entry[i].output, written->entry[i].output);
		assert_int_equal(read->entry[i].queue, written->entry[i].queue);
	}
	assert_sound(&w, read);
	free(written);
	free(read);
}

static void refused(const char *text, size_t size, const char *expected)
{
	char why[ROUTING_WHY] = "";
	struct network w;

	make(&w, TOPOLOGY_SINGLE, 4, 1, SCHEME_obqa, 2);
	struct routing_read *all = none_of(&w);
	FILE *f = fmemopen((void *)(uintptr_t)text, size, "r");

	assert_false(routing_read_hex(all, &w.shape, 0, f, "x.hex", why));
	assert_string_equal(why, expected);
	fclose(f);
	free(all);
}

TEST(broken_files_are_refused)
{
#define REFUSED(text, expected) refused(text, sizeof text - 1, expected)
	REFUSED("0\n1\n2\n", "x.hex:4: the file ends after 3 words of 4");
	REFUSED("0\n1\n2\n3\n0\n", "x.hex:5: more words than the network has nodes, 4");
	REFUSED("0\n8\n2\n3\n", "x.hex:2: '8' is not a hexadecimal word of 3 bits");
	REFUSED("0\n1\nx\n3\n", "x.hex:3: 'x' is not a hexadecimal word of 3 bits");
	REFUSED("0\n1\n\n3\n", "x.hex:3: '' is not a hexadecimal word of 3 bits");
	REFUSED("0\n1\n-1\n3\n", "x.hex:3: '-1' is not a hexadecimal word of 3 bits");
	REFUSED("0\n000000001\n2\n3\n", "x.hex:2: '000000001' is not a hexadecimal word of 3 bits");
	REFUSED("0\n1\0\n2\n3\n", "x.hex:2: a NUL byte: not a text file");
	REFUSED("0\n1\n2\n3", "x.hex:4: the file breaks off: the line has no end");
	REFUSED("0\n00000000000000000000000000000000000000000000000000000000000000000000000000000001\n2\n3\n", "x.hex:2: the line is longer than 62 bytes");
#undef REFUSED
}
