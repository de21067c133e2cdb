/* Topologies without stages: wiring, lengths of routes, no deadlock, nothing lost at full load with any scheme, the same results by any number of threads. */
#include "net/topology/routing_check.h"
#include "net_result.h"
#include "test.h"
#include "topology_checks.h"

enum { SEED = 1, DRAWN = 300, TRAFFIC = 1500, CYCLES = 1500, MOST_NODES = 400 };

#define DRAGONFLY(P, A, H, G) { .kind = TOPOLOGY_DRAGONFLY, .p = P, .a = A, .h = H, .g = G }
#define GRID(KIND, P, DIMS, ...) { .kind = TOPOLOGY_##KIND, .p = P, .dims = DIMS, .size = { __VA_ARGS__ } }

static const struct topology_config samples[] = {
	DRAGONFLY(1, 4, 1, 5), DRAGONFLY(2, 4, 2, 9), DRAGONFLY(2, 5, 2, 4), DRAGONFLY(1, 6, 1, 7), DRAGONFLY(3, 1, 4, 5), DRAGONFLY(2, 7, 1, 2),
	GRID(TORUS, 1, 2, 4, 4), GRID(TORUS, 2, 2, 5, 3), GRID(TORUS, 3, 1, 7), GRID(TORUS, 1, 3, 2, 3, 4), GRID(MESH, 1, 2, 5, 5), GRID(MESH, 2, 3, 3, 2, 4),
	GRID(HYPERX, 2, 2, 4, 3), GRID(HYPERX, 3, 1, 6), GRID(HYPERX, 1, 3, 3, 3, 3),
};

enum { SAMPLES = sizeof samples / sizeof *samples };

static struct topology_config draw(struct rng *rng)
{
	struct topology_config c = { .kind = (enum topology_kind)(TOPOLOGY_TORUS + (int)rng_below(rng, TOPOLOGIES - TOPOLOGY_TORUS)) };

	do {
		c.p = 1 + rng_below(rng, 3);
		c.dims = c.kind == TOPOLOGY_DRAGONFLY ? 0 : 1 + rng_below(rng, 3);
		for (unsigned d = 0; d < c.dims; d++)
			c.size[d] = 2 + rng_below(rng, 8);
		c.a = rng_below(rng, 8) ? 4 + rng_below(rng, 13) : 1;
		c.h = 1 + rng_below(rng, 3);
		c.g = 2 + rng_below(rng, c.a * c.h);
	} while (topology_case_nodes(&c) > MOST_NODES || topology_radix(&c) > 64 || topology_radix(&c) < 2);
	return c;
}

/* Of switches with routing tables, and as many ports as are needed, or more. */
static struct topology make(const struct topology_config *c, unsigned more, struct shape *s)
{
	struct params p = params_default();
	char why[TOPOLOGY_WHY] = "";
	struct topology t;

	p.radix = topology_radix(c) + more;
	p.scheme = SCHEME_voqsw;
	p.nodes = MOST_NODES;
	*s = shape_of(&p);
	if (!topology_make(&t, c, s, why))
		fail_msg("%s", why);
	return t;
}

/* Switches on the way that tables have; the same as the route, where that fits into a header. */
static unsigned way(const struct topology *t, uint32_t source, uint32_t destination)
{
	struct place at = t->attach(t, source);
	uint32_t crossed[64];
	unsigned n = 0;

	for (; at.is == SWITCH; n++)
		at = t->peer(t, at.index, t->out(t, at.index, destination));
	assert_true(at.is == NODE && at.index == destination);
	assert_int_equal(n, t->hops(t, source, destination));
	if (n * t->turn_w <= 64)
		assert_int_equal(walk(t, source, destination, crossed), n);
	return n;
}

/* The mean length of routes between two nodes, which may be the same. Routes are shortest ones, unless the topology says that they are not. */
static double mean_hops(const struct topology *t)
{
	uint32_t *fewest = malloc(t->switches * sizeof *fewest), *queue = malloc(t->switches * sizeof *queue);
	uint64_t sum = 0;

	assert_true(fewest && queue);
	for (uint32_t s = 0; s < t->nodes; s++) {
		search(t, t->attach(t, s).index, fewest, queue);
		for (uint32_t d = 0; d < t->nodes; d++) {
			const unsigned hops = way(t, s, d), least = fewest[t->attach(t, d).index];

			assert_true(t->detours ? hops >= least : hops == least);
			sum += hops;
		}
	}
	free(fewest);
	free(queue);
	return (double)sum / t->nodes / t->nodes;
}

/* The mean number of links in a row of a grid, by its size. */
static double mean_row(enum topology_kind kind, double k)
{
	if (kind == TOPOLOGY_HYPERX)
		return 1 - 1 / k;
	if (kind == TOPOLOGY_MESH)
		return (k * k - 1) / (3 * k);
	return ((k - 2) * (k - 1) * k / 3 + 2 * (double)((unsigned)(k * k) / 4)) / (k * k);
}

static void tables_are_sound(const struct topology *t, const struct shape *s, const char *name)
{
	const struct routing r = routing_of(t, s);
	struct routing_verdict v;

	assert_true(routing_check(&r, NULL, &v));
	if (!routing_sound(&v))
		fail_msg("%s: tables are not sound", name);
	assert_int_equal(v.pairs, (uint64_t)t->nodes * t->nodes);
	free(v.cycle);
}

static void check(const struct topology_config *c, unsigned more)
{
	struct shape s;
	const struct topology t = make(c, more, &s);
	double mean = 1;

	assert_int_equal(t.nodes, topology_case_nodes(c));
	wiring_is_symmetric(&t);
	for (unsigned d = 0; d < c->dims; d++)
		mean += mean_row(c->kind, c->size[d]);
	const double got = mean_hops(&t);

	if (c->dims && (got > mean + 1e-9 || got < mean - 1e-9))
		fail_msg("%s: routes have %g hops in the mean, not %g", topology_names[c->kind], got, mean);
	tables_are_sound(&t, &s, topology_names[c->kind]);
}

TEST(wiring_and_routes)
{
	struct rng rng = rng_seed(SEED, 0);

	for (unsigned i = 0; i < SAMPLES; i++)
		check(samples + i, 0);
	for (unsigned i = 0; i < DRAWN; i++) {
		const struct topology_config c = draw(&rng);

		check(&c, topology_radix(&c) + i % 3 <= 64 ? i % 3 : 0);
	}
}

/* By brute force: the graph of all that routes hold while they wait. */
TEST(no_cycle_by_brute_force)
{
	for (unsigned i = 0; i < SAMPLES; i++) {
		struct shape s;
		const struct topology t = make(samples + i, 0, &s);

		no_cycle(&t);
	}
}

static uint32_t group_of(const struct topology_config *c, uint32_t sw)
{
	return sw / c->a;
}

/* The palmtree: global link n of a group leads to the group n + 1 before, where it is the n-th from the end. */
TEST(palmtree)
{
	const struct topology_config c = DRAGONFLY(2, 4, 2, 9);
	struct shape s;
	const struct topology t = make(&c, 0, &s);

	assert_true(t.nodes == 72 && t.switches == 36 && t.radix == 7);
	for (uint32_t group = 0; group < 9; group++)
		for (unsigned n = 0; n < 8; n++) {
			const struct place far = t.peer(&t, group * 4 + n / 2, 5 + n % 2);

			assert_int_equal(far.index, (group + 8 - n) % 9 * 4 + 3 - n / 2);
			assert_int_equal(far.port, 5 + 1 - n % 2);
		}
}

/* Any two groups have as many links as there are for each pair, and each of these is used. Routes take one of them, and up to a group of a larger number no
 * more than one local link before. */
static void between_groups(const struct topology_config *c)
{
	struct shape s;
	const struct topology t = make(c, 0, &s);
	uint32_t *used = calloc((size_t)t.switches * t.radix, sizeof *used);
	unsigned links[64][64] = { { 0 } };

	assert_non_null(used);
	for (uint32_t from = 0; from < t.nodes; from++)
		for (uint32_t to = 0; to < t.nodes; to++) {
			const uint32_t last = t.attach(&t, to).index, first = t.attach(&t, from).index;
			unsigned global = 0, before = 0;

			for (uint32_t sw = first; sw != last;) {
				const unsigned port = t.out(&t, sw, to);
				const uint32_t next = t.peer(&t, sw, port).index;

				global += group_of(c, sw) != group_of(c, next);
				before += !global;
				used[sw * t.radix + port]++;
				sw = next;
			}
			assert_int_equal(global, group_of(c, first) != group_of(c, last));
			assert_true(group_of(c, first) >= group_of(c, last) || before <= 1);
		}
	for (uint32_t sw = 0; sw < t.switches; sw++)
		for (unsigned port = c->p + c->a - 1; port < t.radix; port++)
			if (t.peer(&t, sw, port).is == SWITCH) {
				links[group_of(c, sw)][group_of(c, t.peer(&t, sw, port).index)]++;
				assert_true(used[sw * t.radix + port] || c->a < c->a * c->h / (c->g - 1));
			}
	for (unsigned i = 0; i < c->g; i++)
		for (unsigned j = 0; j < c->g; j++)
			assert_int_equal(links[i][j], i == j ? 0 : c->a * c->h / (c->g - 1));
	free(used);
}

TEST(groups_are_linked)
{
	struct rng rng = rng_seed(SEED, 1);

	for (unsigned i = 0; i < SAMPLES; i++)
		if (samples[i].kind == TOPOLOGY_DRAGONFLY)
			between_groups(samples + i);
	for (unsigned i = 0; i < DRAWN; i++) {
		const struct topology_config c = draw(&rng);

		if (c.kind == TOPOLOGY_DRAGONFLY && c.g <= 64)
			between_groups(&c);
	}
}

/* The port that a dragonfly with classes of local links does not always use: straight to the global link, and to the last switch. */
static unsigned straight(const struct topology_config *c, const struct topology *t, uint32_t sw, uint32_t destination)
{
	const uint32_t last = t->attach(t, destination).index;
	uint32_t at = sw;
	unsigned out = t->out(t, sw, destination);

	while (at != last && group_of(c, t->peer(t, at, out).index) == group_of(c, sw)) {
		at = t->peer(t, at, out).index;
		out = t->out(t, at, destination);
		if (at == last)
			break;
	}
	for (unsigned port = c->p; at != sw && port < c->p + c->a - 1; port++)
		if (t->peer(t, sw, port).index == at)
			return port;
	return out;
}

/* Without the classes there is a cycle: what is checked above is not so by itself. */
TEST(straight_routes_have_a_cycle)
{
	const struct topology_config c = DRAGONFLY(2, 4, 2, 9);
	struct shape s;
	const struct topology t = make(&c, 0, &s);
	struct topology_stored *stored = topology_case_stored(&t);
	char why[TOPOLOGY_WHY] = "";
	struct routing_verdict v;
	struct topology other;

	assert_non_null(stored);
	for (uint32_t sw = 0; sw < t.switches; sw++)
		for (uint32_t d = 0; d < t.nodes; d++)
			assert_true(topology_stored_route(stored, sw, d, straight(&c, &t, sw, d)));
	assert_true(topology_stored_make(&other, stored, &s, why));
	assert_int_equal(other.turns, 4);
	const struct routing r = routing_of(&other, &s);

	assert_true(routing_check(&r, NULL, &v));
	assert_int_equal(v.flaws[ROUTING_CONNECTED].n, 0);
	assert_non_null(v.cycle);
	free(v.cycle);
	topology_stored_free(stored);
}

static struct net_case case_of(const struct topology_config *c, unsigned scheme)
{
	struct net_case x = net_case_default(TOPOLOGY_KTREE, 4, 3);

	x.topology = *c;
	x.params.radix = topology_radix(c);
	snprintf(x.name, sizeof x.name, "%s %u, scheme %u", topology_names[c->kind], (unsigned)(c - samples), scheme);
	if (scheme != SCHEME_recn_iq)
		net_case_scheme(&x, scheme, 4, 4);
	x.sls = PARAM_USED(&x.params, sls) ? x.params.sls : 1;
	return x;
}

/* At full load, with and without a hot spot, with little memory: a cycle of links that wait for each other would not last unnoticed. */
TEST(nothing_is_lost)
{
	for (unsigned scheme = 0; scheme < SCHEMES; scheme++)
		for (unsigned i = 0; i < SAMPLES && scheme_is_switch(scheme) && scheme != SCHEME_wormhole; i++) {
			struct net_case c = case_of(samples + i, scheme);

			c.load = 1.0;
			c.hot_share = i % 2 ? 0.2 : 0;
			net_loses_nothing(&c, TRAFFIC);
		}
}

TEST(results_are_the_same)
{
	static const unsigned schemes[] = { SCHEME_recn_iq, SCHEME_fbicm, SCHEME_voqsw, SCHEME_pfc };

	for (unsigned i = 0; i < SAMPLES; i++) {
		struct net_case c = case_of(samples + i, schemes[i % (sizeof schemes / sizeof *schemes)]);

		c.end = CYCLES;
		c.hot_share = 0.1;
		struct result *one = result_of(&c, 1, false, 1);

		result_same(&c, one, result_of(&c, 1, true, 1), "every cycle");
		result_same(&c, one, result_of(&c, 2, false, 3), "two threads");
		result_same(&c, one, result_of(&c, 3, false, 1), "three threads");
		c.stored = true;
		result_same(&c, one, result_of(&c, 1, false, 1), "as tables");
		free(one);
	}
}

TEST(what_does_not_fit_is_refused)
{
#define REFUSED(radix, bits, expected, ...) refused(&(struct topology_config)__VA_ARGS__, radix, bits, params_default().node_bits, expected)
	REFUSED(8, 31, "switches with 0 nodes and 2 global links; they need 1 of each", DRAGONFLY(0, 4, 2, 9));
	REFUSED(8, 31, "switches with 2 nodes and 0 global links; they need 1 of each", DRAGONFLY(2, 4, 0, 9));
	REFUSED(8, 31, "groups of 3 switches; they must be 1, or 4..63: with 2 or 3, packets could wait for each other in a circle", DRAGONFLY(2, 3, 2, 7));
	REFUSED(6, 31, "switches need 7 ports; they have 6", DRAGONFLY(2, 4, 2, 9));
	REFUSED(8, 31, "10 groups; with 8 global links of a group they must be 2..9", DRAGONFLY(2, 4, 2, 10));
	REFUSED(8, 31, "1 groups; with 8 global links of a group they must be 2..9", DRAGONFLY(2, 4, 2, 1));
	REFUSED(15, 27, "routes cross up to 7 switches and need turnpool_bits of 28; it is 27", DRAGONFLY(4, 8, 4, 33));
	REFUSED(8, 23, "routes cross up to 8 switches and need turnpool_bits of 24; it is 23", DRAGONFLY(2, 4, 2, 9));
	REFUSED(8, 31, "a grid of 0 dimensions; they must be 1..20", GRID(TORUS, 1, 0, 4));
	REFUSED(8, 31, "a grid of 21 dimensions; they must be 1..20", GRID(TORUS, 1, 21, 4));
	REFUSED(8, 31, "0 nodes a switch; they must be 1..8", GRID(MESH, 0, 1, 4));
	REFUSED(8, 31, "dimension 1 has 1 switches; it must have 2 or more", GRID(MESH, 1, 2, 4, 1));
	REFUSED(8, 64, "3 dimensions and 4 nodes a switch need radix 10", GRID(TORUS, 4, 3, 4, 4, 4));
	REFUSED(64, 64, "the dimensions make more than 1048576 nodes", GRID(TORUS, 2, 2, 1024, 1024));
	REFUSED(8, 31, "the dimensions and 4 nodes a switch need radix 10; it is 8", GRID(HYPERX, 4, 2, 4, 4));
	REFUSED(8, 31, "routes cross up to 13 switches and need turnpool_bits of 39; it is 31", GRID(TORUS, 1, 2, 8, 8));
	REFUSED(8, 31, "routes cross up to 15 switches and need turnpool_bits of 45; it is 31", GRID(MESH, 1, 2, 8, 8));
	REFUSED(16, 11, "routes cross up to 3 switches and need turnpool_bits of 12; it is 11", GRID(HYPERX, 4, 2, 4, 4));
}
