/* Results do not depend on how the work is done: skipping idle cycles or not, by how many threads, in how many calls, switch by switch. */
#include "net_result.h"
#include "test.h"

enum { CYCLES = 3000, CASES = 8, LARGE_CYCLES = 1200 };

static void compare(const struct net_case *c)
{
	struct result *one = result_of(c, 1, false, 1);

	assert_true(one->drained);
	result_same(c, one, result_of(c, 1, false, 7), "in seven calls");
	result_same(c, one, result_singly(c), "switch by switch");
	result_same(c, one, result_of(c, 3, true, 5), "three threads, every cycle, in five calls");
	result_same(c, one, result_of(c, 4, false, 3), "four threads, in three calls");
	free(one);
}

static void congested_tree(void (*check)(const struct net_case *))
{
	struct net_case c = net_case_default(TOPOLOGY_KTREE, 4, 3);

	c.end = CYCLES;
	c.hot_share = 0.1;
	for (c.params.sorting = 0; c.params.sorting < SORTINGS; c.params.sorting++)
		for (c.injection = 0; c.injection < NODE_INJECTIONS; c.injection++)
			check(&c);
}

static void random_networks(const struct random_kind *kind, void (*check)(const struct net_case *))
{
	for (unsigned i = 0; i < CASES && kind->network; i++) {
		struct net_case c = net_case_random(kind, 1000 * (unsigned)(1 + (kind - random_kinds)) + i);

		c.end = CYCLES;
		check(&c);
	}
}

TEST(in_a_congested_tree)
{
	congested_tree(compare);
}

TEST(with_long_links)
{
	struct net_case c = net_case_default(TOPOLOGY_BMIN, 4, 3);

	c.end = CYCLES;
	for (c.link_delay = 2; c.link_delay < 40; c.link_delay += 7)
		compare(&c);
}

TEST(in_random_networks)
{
	for (const struct random_kind *kind = random_kinds; kind < random_kinds + RANDOM_KINDS; kind++)
		random_networks(kind, compare);
}

/* Service levels: each a source of its own, with queues of their own in PFC. */
TEST(with_service_levels)
{
	struct net_case c = net_case_default(TOPOLOGY_XGFT, 4, 3);

	c.end = CYCLES;
	c.sls = SERVICE_LEVELS;
	c.on_off = true;
	c.hot_share = 0.1;
	compare(&c);
	net_case_scheme(&c, SCHEME_pfc, 4, 8);
	for (c.injection = 0; c.injection < NODE_INJECTIONS; c.injection++)
		compare(&c);
	c.params = net_case_default(TOPOLOGY_XGFT, 4, 3).params;
	net_case_scheme(&c, SCHEME_recn_qos, 4, 4);
	for (c.injection = 0; c.injection < NODE_INJECTIONS; c.injection++)
		compare(&c);
	for (unsigned k = 0; k < 2; k++) {
		c.params = net_case_default(TOPOLOGY_XGFT, 4, 3).params;
		net_case_scheme(&c, k ? SCHEME_voqnet_qos : SCHEME_voqsw_qos, 0, 2);
		for (c.injection = 0; c.injection < NODE_INJECTIONS; c.injection++)
			compare(&c);
	}
}

/* So large that banks are no longer looked at in every cycle: sets say which have something to do. */
TEST(in_large_networks)
{
	struct net_case c = net_case_default(TOPOLOGY_KTREE, 4, 5);

	c.end = LARGE_CYCLES;
	c.load = 0.4;
	c.hot_share = 0.02;
	c.random_length = true;
	compare(&c);
	c.injection = NODE_INJECTION_FIFO;
	c.load = 0.02;
	compare(&c);
	net_case_scheme(&c, SCHEME_obqa, 4, 8);
	compare(&c);
	c.params = net_case_default(TOPOLOGY_KTREE, 4, 5).params;
	net_case_scheme(&c, SCHEME_recn_qos, 4, 8);
	compare(&c);
}

/* A place of its own for each destination's queue, or queues dealt out by hash: with 64 nodes, room for 64 packets or for one less decides. */
TEST(queues_of_sources)
{
	struct net_case c = net_case_default(TOPOLOGY_KTREE, 4, 3);
	struct result *own;

	c.end = CYCLES;
	c.load = 0.5;
	c.random_length = true;
	c.source_packets = 64;
	own = result_of(&c, 1, false, 1);
	assert_true(own->counts.refused == 0);
	c.source_packets = 63;
	result_same(&c, own, result_of(&c, 1, false, 1), "queues of sources dealt out");
	free(own);
}

/* Another seed gives other results: what is compared above does depend on the run. */
TEST(seeds_matter)
{
	struct net_case c = net_case_default(TOPOLOGY_KTREE, 4, 2);
	struct result *a, *b;

	c.end = CYCLES;
	a = result_of(&c, 1, false, 1);
	c.seed = 2;
	b = result_of(&c, 1, false, 1);
	assert_memory_not_equal(a, b, sizeof *a);
	free(a);
	free(b);
}
