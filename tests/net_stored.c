/* Topologies as tables in memory: those of a kind give the same runs as computed; networks of any wiring lose nothing; what does not fit is refused. */
#include "net_result.h"
#include "test.h"

enum { SEED = 1, CYCLES = 2000, TREES = 20, GRAPHS = 12, MOST_SWITCHES = 30, RADIX = 12 };

static struct shape shape_of_radix(unsigned radix, unsigned turnpool_bits)
{
	struct params p = params_default();

	p.radix = radix;
	p.turnpool_bits = turnpool_bits;
	return shape_of(&p);
}

static void assert_place(struct place expected, struct place got)
{
	assert_int_equal(expected.is, got.is);
	if (expected.is != NOTHING)
		assert_int_equal(expected.index, got.index);
	if (expected.is == SWITCH)
		assert_int_equal(expected.port, got.port);
}

static void same_topology(const struct topology *a, const struct topology *b)
{
	for (uint32_t sw = 0; sw < a->switches; sw++)
		for (unsigned port = 0; port < a->radix; port++)
			assert_place(a->peer(a, sw, port), b->peer(b, sw, port));
	for (uint32_t s = 0; s < a->nodes; s++) {
		assert_place(a->attach(a, s), b->attach(b, s));
		for (uint32_t d = 0; d < a->nodes; d++) {
			const struct route r = a->route(a, s, d), q = b->route(b, s, d);

			assert_true(r.turnpool == q.turnpool && r.turns == q.turns);
			assert_int_equal(a->hops(a, s, d), b->hops(b, s, d));
		}
	}
}

/* Trees; and a row of switches, whose longest routes are too long to be kept beside their number of turns. */
TEST(copies_are_the_same)
{
	const struct topology_config row = { .kind = TOPOLOGY_MESH, .p = 6, .dims = 1, .size = { 20 } };
	struct rng rng = rng_seed(SEED, 0);

	for (unsigned i = 0; i < TREES; i++) {
		const struct topology_config c = i < TOPOLOGY_TREES ? topology_case((enum topology_kind)i, 4, 3) : i == TOPOLOGY_TREES ? row : topology_drawn(&rng, 60);
		const struct shape s = shape_of_radix(topology_radix(&c) + (i % 2 && i != TOPOLOGY_TREES), 64);
		struct topology t, copy;
		char why[TOPOLOGY_WHY] = "";
		unsigned longest = 0;

		assert_true(topology_make(&t, &c, &s, why));
		struct topology_stored *stored = topology_case_stored(&t);

		assert_non_null(stored);
		if (!topology_stored_make(&copy, stored, &s, why))
			fail_msg("%s", why);
		same_topology(&t, &copy);
		for (uint32_t d = 0; d < t.nodes; d++)
			longest = t.hops(&t, 0, d) > longest ? t.hops(&t, 0, d) : longest;
		assert_true(i != TOPOLOGY_TREES || longest * t.turn_w == 60);
		assert_int_equal(copy.turns, longest);
		topology_stored_free(stored);
	}
}

static void same_run(struct net_case c)
{
	struct result *one = result_of(&c, 1, false, 1);

	assert_true(one->drained);
	c.stored = true;
	result_same(&c, one, result_of(&c, 1, false, 1), "as tables");
	free(one);
}

/* A single stage: switches are dealt out to threads in the order of their numbers, and banks are others. */
TEST(results_are_the_same)
{
	static const unsigned schemes[] = { SCHEME_obqa, SCHEME_voqsw, SCHEME_dbbm, SCHEME_fbicm, SCHEME_pfc };
	struct net_case c = net_case_default(TOPOLOGY_KTREE, 4, 3);

	c.end = CYCLES;
	c.hot_share = 0.1;
	same_run(c);
	for (unsigned i = 0; i < sizeof schemes / sizeof *schemes; i++) {
		c.params = net_case_default(TOPOLOGY_KTREE, 4, 3).params;
		net_case_scheme(&c, schemes[i], 4, 4);
		same_run(c);
	}
}

/* A connected graph of switches of any numbers of ports, with nodes wherever a port is left, and more links than a tree has. */
struct graph {
	struct topology_stored *stored;
	uint32_t switches, nodes;
	uint32_t parent[MOST_SWITCHES];
	unsigned up[MOST_SWITCHES], down[MOST_SWITCHES];        /* ports of the link to the parent: here, and there */
	uint32_t at[MOST_SWITCHES];     /* by node: its switch; as many nodes as switches */
	unsigned port[MOST_SWITCHES];
	unsigned used[MOST_SWITCHES];   /* ports, the lowest ones */
};

/* The port at `sw` on the way along the tree to another switch. */
static unsigned tree_port(const struct graph *g, uint32_t sw, uint32_t to)
{
	for (uint32_t child = to; child; child = g->parent[child])
		if (g->parent[child] == sw)
			return g->down[child];
	return g->up[sw];
}

static struct graph draw_graph(struct rng *rng)
{
	struct graph g = { .switches = 2 + rng_below(rng, MOST_SWITCHES - 1) };

	g.nodes = g.switches;
	g.stored = topology_stored_new(g.switches, RADIX, g.nodes);
	assert_non_null(g.stored);
	for (uint32_t sw = 1; sw < g.switches; sw++) {
		uint32_t *parent = g.parent + sw;

		for (*parent = rng_below(rng, sw); g.used[*parent] >= RADIX - 4;)
			*parent = rng_below(rng, sw);
		g.up[sw] = g.used[sw]++;
		g.down[sw] = g.used[*parent]++;
		assert_true(topology_stored_link(g.stored, sw, g.up[sw], *parent, g.down[sw]));
	}
	for (uint32_t node = 0; node < g.nodes; node++) {
		do
			g.at[node] = rng_below(rng, g.switches);
		while (g.used[g.at[node]] >= RADIX - 1);
		g.port[node] = g.used[g.at[node]]++;
		assert_true(topology_stored_node(g.stored, node, g.at[node], g.port[node]));
	}
	for (uint32_t a = 0; a + 1 < g.switches; a += 2)        /* links that no route uses, two between the same switches among them */
		if (g.used[a] < RADIX && g.used[a + 1] < RADIX)
			assert_true(topology_stored_link(g.stored, a, g.used[a]++, a + 1, g.used[a + 1]++));
	for (uint32_t sw = 0; sw < g.switches; sw++)
		for (uint32_t d = 0; d < g.nodes; d++)
			assert_true(topology_stored_route(g.stored, sw, d, sw == g.at[d] ? g.port[d] : tree_port(&g, sw, g.at[d])));
	return g;
}

static void drains(const struct topology *t, const struct shape *s, const char *name)
{
	char why[NETWORK_WHY] = "";
	struct workload_config wc = workload_default(t->nodes, s->packet_flits, 1.0);
	const struct stats_config sc = {
		.nodes = t->nodes, .shards = 2, .packet_flits = s->packet_flits, .end = CYCLES, .bin = 500, .sls = 1, .link_n = s->speed_n, .link_d = s->speed_d,
	};
	struct network_config nc = network_default(s, t);

	wc.end = CYCLES;
	nc.threads = 2;
	struct workload *w = workload_new(&wc, why);
	struct stats *stats = stats_new(&sc);
	struct network *n = w && stats ? network_new(&nc, w, stats, why) : NULL;

	if (!n || !network_run_to(n, CYCLES))
		fail_msg("%s: %s", name, n ? network_why(n) : why);
	net_drain(n, name, 100 * CYCLES);
	assert_true(network_counts(n).injected > 20 && network_counts(n).injected == network_counts(n).delivered);
	network_free(n);
	stats_free(stats);
	workload_free(w);
}

TEST(any_wiring_loses_nothing)
{
	struct rng rng = rng_seed(SEED, 1);

	for (unsigned i = 0; i < GRAPHS; i++)
		for (unsigned scheme = 0; scheme < SCHEMES; scheme++) {
			struct graph g = draw_graph(&rng);
			struct net_case c = net_case_default(TOPOLOGY_SINGLE, RADIX, 1);
			char why[TOPOLOGY_WHY] = "";
			struct topology t;

			snprintf(c.name, sizeof c.name, "graph %u, scheme %u", i, scheme);
			c.topology.k = g.nodes;
			if (scheme_is_switch(scheme) && scheme != SCHEME_wormhole && scheme != SCHEME_recn_iq)
				net_case_scheme(&c, scheme, 4, 4);
			const struct shape s = net_shape(&c);

			if (scheme_is_switch(scheme) && scheme != SCHEME_wormhole && topology_stored_make(&t, g.stored, &s, why))
				drains(&t, &s, c.name);
			else if (*why)
				assert_non_null(strstr(why, "need turnpool_bits of"));
			topology_stored_free(g.stored);
		}
}

TEST(places_are_taken_once)
{
	struct topology_stored *s = topology_stored_new(3, 4, 2);

	assert_non_null(s);
	assert_false(topology_stored_node(s, 2, 0, 0));         /* no such node, switch, port */
	assert_false(topology_stored_node(s, 0, 3, 0));
	assert_false(topology_stored_node(s, 0, 0, 4));
	assert_true(topology_stored_node(s, 0, 0, 0));
	assert_false(topology_stored_node(s, 0, 1, 1));         /* a node has one place, and a port one node or link */
	assert_false(topology_stored_node(s, 1, 0, 0));
	assert_false(topology_stored_link(s, 0, 0, 1, 0));
	assert_false(topology_stored_link(s, 0, 1, 0, 1));
	assert_false(topology_stored_link(s, 0, 1, 3, 1));
	assert_true(topology_stored_link(s, 0, 1, 1, 3));
	assert_false(topology_stored_link(s, 2, 0, 1, 3));
	assert_false(topology_stored_node(s, 1, 1, 3));
	assert_false(topology_stored_route(s, 3, 0, 0));
	assert_false(topology_stored_route(s, 0, 2, 0));
	assert_false(topology_stored_route(s, 0, 0, 4));
	assert_true(topology_stored_route(s, 0, 0, 3));
	topology_stored_free(s);
	assert_null(topology_stored_new(0, 4, 2));
	assert_null(topology_stored_new(3, STORED_RADIX + 1, 2));
	assert_null(topology_stored_new(1 << 15, 4, 1 << 15));
}

static void refused(struct topology_stored *s, const struct shape *shape, const char *expected)
{
	char why[TOPOLOGY_WHY] = "";
	struct topology t;

	assert_false(topology_stored_make(&t, s, shape, why));
	assert_string_equal(why, expected);
}

/* Two nodes on a path of three switches; routes from 0 to 1 only, and the others go round, or end. */
TEST(what_does_not_fit_is_refused)
{
	const struct shape small = shape_of_radix(3, 64), narrow = shape_of_radix(8, 8), fits = shape_of_radix(8, 9);
	struct topology_stored *s = topology_stored_new(3, 4, 2);
	char why[TOPOLOGY_WHY] = "";
	struct topology t;

	assert_non_null(s);
	assert_true(topology_stored_node(s, 0, 0, 0) && topology_stored_link(s, 0, 1, 1, 0) && topology_stored_link(s, 1, 1, 2, 1));
	refused(s, &fits, "node 1 is on no switch");
	assert_true(topology_stored_node(s, 1, 2, 0));
	assert_true(topology_stored_route(s, 0, 1, 1) && topology_stored_route(s, 1, 1, 1) && topology_stored_route(s, 2, 1, 0));
	assert_true(topology_stored_route(s, 2, 0, 1) && topology_stored_route(s, 1, 0, 1));
	refused(s, &small, "radix: 3 is below 4, the most ports of a switch of the network");
	refused(s, &narrow, "routes cross up to 3 switches and need turnpool_bits of 9; it is 8");
	if (!topology_stored_make(&t, s, &fits, why))
		fail_msg("%s", why);
	assert_int_equal(t.turns, 3);
	assert_int_equal(t.hops(&t, 1, 0), 0);                  /* round */
	assert_int_equal(t.hops(&t, 0, 0), 0);                  /* nowhere */
	assert_int_equal(t.hops(&t, 0, 1), 3);
	assert_int_equal(t.hops(&t, 1, 1), 1);
	topology_stored_free(s);
}

enum { PATHS = 4 };

/* Two nodes on a switch, and one on another, which has an address for each of the links between the switches. */
TEST(a_node_has_several_addresses)
{
	const struct shape by_route = shape_of_radix(8, 9);
	const uint8_t log[] = { 1, 0, 2 };

	for (enum topology_lid lid = LID_FIRST; lid < LIDS; lid++) {
		struct topology_stored *s = topology_stored_new(2, 8, 3);
		char why[TOPOLOGY_WHY] = "";
		struct topology t;

		assert_non_null(s);
		assert_int_equal(s->first[3] - s->first[2], 1);
		assert_false(topology_stored_route(s, 0, 3, 0));
		assert_true(topology_stored_addresses(s, log, lid));
		assert_int_equal(s->first[1] - s->first[0], 2);
		assert_int_equal(s->first[3] - s->first[2], PATHS);
		assert_false(topology_stored_route(s, 0, 7, 0));
		for (unsigned node = 0; node < 2; node++)
			assert_true(topology_stored_node(s, node, 0, node));
		assert_true(topology_stored_node(s, 2, 1, 0));
		for (unsigned i = 0; i < PATHS; i++)
			assert_true(topology_stored_link(s, 0, 2 + i, 1, 1 + i) && topology_stored_route(s, 0, 3 + i, 2 + i) && topology_stored_route(s, 1, 3 + i, 0));
		for (unsigned address = 0; address < 3; address++)
			assert_true(topology_stored_route(s, 0, address, address / 2) && topology_stored_route(s, 1, address, 1));
		if (!topology_stored_make(&t, s, &by_route, why))
			fail_msg("%s", why);
		assert_int_equal(topology_addresses(&t), 7);
		for (unsigned source = 0; source < 2; source++) {
			const uint32_t address = t.address(&t, source, 2), path = address - 3;
			struct route expected = { 0, 0 };

			assert_in_range(path, 0, PATHS - 1);
			assert_true(lid == LID_HASH || path == (lid == LID_SOURCE ? source : 0));
			assert_int_equal(t.owner(&t, address), 2);
			route_turn(&expected, &t, source, 2 + path);
			route_turn(&expected, &t, 1 + path, 0);
			assert_int_equal(t.route(&t, source, 2).turnpool, expected.turnpool);
			assert_int_equal(t.hops(&t, source, 2), 2);
		}
		assert_int_equal(t.address(&t, 2, 1), 2);
		topology_stored_free(s);
	}
}
