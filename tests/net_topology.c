/* Topologies: wiring is symmetric, routes lead where they should, converge, and cannot deadlock. */
#include "given.h"
#include "test.h"
#include "topology_checks.h"

#include <string.h>

enum { SEED = 1, PAIRS = 20000, TREES = 300 };

static struct topology make_of(const struct topology_config *c, unsigned radix)
{
	const struct shape s = SHAPE_GIVEN("radix=%u turnpool_bits=64 flit_bits=128", radix);
	char why[TOPOLOGY_WHY] = "";
	struct topology t;

	if (!topology_make(&t, c, &s, why))
		fail_msg("%s", why);
	return t;
}

static struct topology make(enum topology_kind kind, unsigned k, unsigned n)
{
	const struct topology_config c = topology_case(kind, k, n);

	return make_of(&c, topology_radix(&c));
}

static unsigned node_port(const struct topology *t, uint32_t node)
{
	return t->attach(t, node).port;
}

static void every_pair(const struct topology *t)
{
	uint32_t crossed[64];

	for (uint32_t s = 0; s < t->nodes; s++)
		for (uint32_t d = 0; d < t->nodes; d++)
			assert_in_range(walk(t, s, d, crossed), 1, 2 * t->stages - 1);
}

static void random_pairs(const struct topology *t)
{
	struct rng rng = rng_seed(SEED, 0);
	uint32_t crossed[64];

	for (unsigned i = 0; i < PAIRS; i++)
		walk(t, rng_below(&rng, t->nodes), rng_below(&rng, t->nodes), crossed);
}

/* All that a switch sends to a destination leaves by one port, whoever sent it: paths to a destination converge. */
static void paths_converge(const struct topology *t)
{
	uint8_t *out = malloc(t->switches);
	uint32_t crossed[64];

	assert_non_null(out);
	for (uint32_t d = 0; d < t->nodes; d++) {
		memset(out, 255, t->switches);
		for (uint32_t s = 0; s < t->nodes; s++) {
			const unsigned n = walk(t, s, d, crossed);

			for (unsigned i = 0; i < n; i++) {
				uint8_t *at = out + crossed[i] / t->radix;
				const uint8_t port = (uint8_t)(crossed[i] % t->radix);

				if (*at == 255)
					*at = port;
				assert_int_equal(*at, port);
			}
		}
	}
	free(out);
}

TEST(small_networks)
{
	static const struct { unsigned k, n; } sizes[] = { { 2, 1 }, { 2, 2 }, { 2, 3 }, { 2, 5 }, { 3, 2 }, { 3, 3 }, { 4, 3 }, { 5, 2 }, { 16, 1 } };

	for (unsigned kind = 0; kind < TOPOLOGY_TREES; kind++)
		for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			if (kind == TOPOLOGY_SINGLE && sizes[i].n > 1)
				continue;
			const struct topology t = make((enum topology_kind)kind, sizes[i].k, sizes[i].n);

			wiring_is_symmetric(&t);
			every_pair(&t);
			paths_converge(&t);
			no_cycle(&t);
		}
}

TEST(large_networks)
{
	static const struct { unsigned k, n, nodes, switches; } sizes[] = {
		{ 4, 4, 256, 256 }, { 16, 2, 256, 32 }, { 16, 3, 4096, 768 }, { 10, 4, 10000, 4000 }, { 16, 4, 65536, 16384 },
	};

	for (unsigned kind = 0; kind < TOPOLOGY_SINGLE; kind++)
		for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			const struct topology t = make((enum topology_kind)kind, sizes[i].k, sizes[i].n);

			assert_int_equal(t.nodes, sizes[i].nodes);
			assert_int_equal(t.switches, sizes[i].switches);
			wiring_is_symmetric(&t);
			random_pairs(&t);
		}
}

/* At stage i the up port is digit i of the destination; so top switch 8 of the 2-ary 3-tree sees nodes 0 and 4 only. */
TEST(det_goes_up_by_digits)
{
	const struct topology t = make(TOPOLOGY_KTREE, 4, 3), small = make(TOPOLOGY_KTREE, 2, 3);
	uint32_t crossed[64];

	for (uint32_t s = 0; s < t.nodes; s++)
		for (uint32_t d = 0; d < t.nodes; d++) {
			const unsigned n = walk(&t, s, d, crossed);

			for (unsigned i = 0; i < n / 2; i++)
				assert_int_equal(crossed[i] % t.radix, t.k + topology_digit(&t, d, i));
		}
	for (uint32_t s = 0; s < small.nodes; s++)
		for (uint32_t d = 0; d < small.nodes; d++) {
			const unsigned n = walk(&small, s, d, crossed);

			for (unsigned i = 0; i < n; i++)
				if (crossed[i] / small.radix == 8)
					assert_true(d == 0 || d == 4);
		}
}

/*
 * The folded butterfly of 128 nodes: 32 leaves, 8 pods of 4 and 4, and 16 switches on top, of which switch 4 m + u has a port to switch m of each
 * pod.
 */
TEST(folded_butterfly)
{
	const struct topology t = make(TOPOLOGY_XGFT, 4, 3);
	unsigned on_top[16] = { 0 };
	uint32_t crossed[64];

	assert_true(t.nodes == 128 && t.switches == 80 && t.stages == 3 && t.radix == 8);
	assert_true(t.first[1] == 32 && t.first[2] == 64 && t.first[3] == 80);
	for (uint32_t m = 0; m < 4; m++)
		for (unsigned u = 0; u < 4; u++)
			for (unsigned pod = 0; pod < 8; pod++) {
				const struct place p = t.peer(&t, 64 + 4 * m + u, pod);

				assert_true(p.is == SWITCH && p.index == 32 + 4 * pod + m && p.port == 4 + u);
			}
	for (uint32_t d = 0; d < t.nodes; d++) {
		const unsigned n = walk(&t, (d + 64) % t.nodes, d, crossed);

		assert_int_equal(n, 5);
		assert_int_equal(crossed[0] % 8, 4 + d % 4);
		assert_int_equal(crossed[1] % 8, 4 + d / 4 % 4);
		on_top[crossed[2] / 8 - 64]++;
	}
	for (unsigned i = 0; i < 16; i++)
		assert_int_equal(on_top[i], 8);
}

/* Whatever the ports down and up, also on switches that have more of them. */
TEST(drawn_fat_trees)
{
	struct rng rng = rng_seed(SEED, 1);

	for (unsigned i = 0; i < TREES; i++) {
		const struct topology_config c = topology_drawn(&rng, 60);
		const struct topology t = make_of(&c, topology_radix(&c) + i % 3);

		assert_int_equal(t.nodes, topology_case_nodes(&c));
		wiring_is_symmetric(&t);
		every_pair(&t);
		paths_converge(&t);
		if (t.switches * t.radix < 1000)
			no_cycle(&t);
	}
}

/* Up ports of a switch take equal shares of the destinations that it sends up, if these shares are whole: here 2 up for 6 down. */
TEST(tapered_trees_are_balanced)
{
	const struct topology_config c = { .kind = TOPOLOGY_XGFT, .levels = 3, .down = { 6, 6, 8 }, .up = { 1, 2, 2 } };
	const struct topology t = make_of(&c, 8);
	unsigned *to = calloc((size_t)t.switches * t.radix, sizeof *to);

	assert_non_null(to);
	assert_true(t.nodes == 288 && t.switches == 48 + 16 + 4);
	for (uint32_t sw = 0; sw < t.first[1]; sw++)
		for (uint32_t d = 0; d < t.nodes; d++)
			to[sw * t.radix + t.out(&t, sw, d)]++;
	for (uint32_t sw = 0; sw < t.first[1]; sw++)
		for (unsigned port = 0; port < t.radix; port++)
			assert_int_equal(to[sw * t.radix + port], port < 6 ? 1 : 282 / 2);
	for (uint32_t d = 36; d < t.nodes; d++) {
		assert_int_equal(t.out(&t, 0, d), 6 + d % 2);
		assert_int_equal(t.out(&t, t.first[1] + d % 2, d), 6 + d / 2 % 2);
	}
	free(to);
}

/* Every node is one hop from itself and its neighbours on the switch, and no further than it must be from any. */
TEST(routes_are_shortest)
{
	for (unsigned kind = 0; kind < TOPOLOGY_SINGLE; kind++) {
		const struct topology t = make((enum topology_kind)kind, 4, 3);
		unsigned count[8] = { 0 };

		for (uint32_t d = 0; d < t.nodes; d++)
			count[t.hops(&t, 0, d)]++;
		assert_true(count[1] == 4 && count[3] == 12 && count[5] == 48);
		assert_int_equal(t.attach(&t, 5).index, 1);
		assert_int_equal(node_port(&t, 5), 1);
	}
}

TEST(what_does_not_fit_is_refused)
{
	refused(&(struct topology_config){ .kind = TOPOLOGY_KTREE, .k = 8, .n = 2 }, 8, 31, 16, "k = 8 needs switches of radix 16; this one has 8 ports");
	refused(&(struct topology_config){ .kind = TOPOLOGY_KTREE, .k = 16, .n = 4 }, 32, 31, 16,
		"routes cross up to 7 switches and need turnpool_bits of 35; it is 31");
	refused(&(struct topology_config){ .kind = TOPOLOGY_BMIN, .k = 4, .n = 3 }, 8, 31, 5, "64 nodes need node_bits of 6; it is 5");
	refused(&(struct topology_config){ .kind = TOPOLOGY_BMIN, .k = 1, .n = 3 }, 8, 31, 16, "k is 1; it must be 2..32");
	refused(&(struct topology_config){ .kind = TOPOLOGY_KTREE, .k = 4, .n = 0 }, 8, 31, 16, "n is 0; a network has at least one stage");
	refused(&(struct topology_config){ .kind = TOPOLOGY_KTREE, .k = 4, .n = 30 }, 8, 64, 16, "k = 4, n = 30: more than 1048576 nodes");
	refused(&(struct topology_config){ .kind = TOPOLOGY_KTREE, .k = 2, .n = 4000000000u }, 8, 64, 16, "k = 2, n = 4000000000: more than 1048576 nodes");
	refused(&(struct topology_config){ .kind = TOPOLOGY_SINGLE, .k = 9, .n = 0 }, 8, 31, 16, "a single switch of 8 ports has 2..8 nodes, not 9");
#define XGFT(n, ...) &(struct topology_config){ .kind = TOPOLOGY_XGFT, .levels = n, __VA_ARGS__ }
	refused(XGFT(0, .up = { 1 }), 8, 31, 16, "a fat tree of 0 stages; they must be 1..20");
	refused(XGFT(21, .up = { 1 }), 8, 31, 16, "a fat tree of 21 stages; they must be 1..20");
	refused(XGFT(1, .down = { 4 }, .up = { 2 }), 8, 31, 16, "up begins with 2; a node has 1 link up");
	refused(XGFT(1, .down = { 1 }, .up = { 1 }), 8, 31, 16, "the ports down make 1 node; a network has at least 2");
	refused(XGFT(2, .down = { 4, 0 }, .up = { 1, 2 }), 8, 31, 16,
		"switches of stage 1 have 0 ports down and 0 up; they need 1 of each, and at the last stage 1 down");
	refused(XGFT(2, .down = { 5, 8 }, .up = { 1, 4 }), 8, 31, 16, "switches of stage 0 need 9 ports; they have 8");
	refused(XGFT(2, .down = { 4, 9 }, .up = { 1, 4 }), 8, 31, 16, "switches of stage 1 need 9 ports; they have 8");
	refused(XGFT(6, .down = { 4, 4, 4, 4, 4, 4 }, .up = { 1, 4, 4, 4, 4, 4 }), 8, 31, 16,
		"routes cross up to 11 switches and need turnpool_bits of 33; it is 31");
	refused(XGFT(3, .down = { 4, 4, 8 }, .up = { 1, 4, 4 }), 8, 31, 6, "128 nodes need node_bits of 7; it is 6");
	refused(XGFT(4, .down = { 60, 60, 60, 60 }, .up = { 1, 1, 1, 1 }), 64, 64, 16, "the ports down make more than 1048576 nodes");
	refused(XGFT(5, .down = { 2, 1, 1, 1, 1 }, .up = { 1, 60, 60, 60, 60 }), 64, 64, 16, "the ports up make more than 1048576 switches");
#undef XGFT
}
