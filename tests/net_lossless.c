/* Networks lose nothing, reorder nothing, and drain to reset: topologies, switches, sources, links of many kinds. */
#include "net_harness.h"

#include "net/results/samples.h"
#include "test.h"

enum { TRAFFIC = 3000, LIMIT = 400000, CASES = 40 };

TEST(every_topology_and_injection)
{
	for (unsigned kind = 0; kind < TOPOLOGY_TREES; kind++)
		for (unsigned injection = 0; injection < NODE_INJECTIONS; injection++)
			for (unsigned hot = 0; hot < 2; hot++) {
				struct net_case c = net_case_default((enum topology_kind)kind, 4, 3);

				c.injection = (enum node_injection)injection;
				c.load = 1.0;
				c.hot_share = hot ? 0.2 : 0;
				for (c.params.sorting = 0; c.params.sorting < SORTINGS; c.params.sorting++)
					net_loses_nothing(&c, TRAFFIC);
			}
}

TEST(random_networks)
{
	for (const struct random_kind *kind = random_kinds; kind < random_kinds + RANDOM_KINDS; kind++)
		for (unsigned i = 0; i < CASES && kind->network; i++) {
			const struct net_case c = net_case_random(kind, i);

			net_loses_nothing(&c, TRAFFIC);
		}
}

/* Of FBICM with either sorting, and lists of either kind. */
static void each_drains(struct net_case c)
{
	if (!PARAM_USED(&c.params, sorting)) {
		net_loses_nothing(&c, TRAFFIC);
		return;
	}
	for (c.params.sorting = 0; c.params.sorting < SORTINGS; c.params.sorting++)
		for (c.params.lists = 0; c.params.lists < LISTS; c.params.lists++)
			net_loses_nothing(&c, TRAFFIC);
}

TEST(every_other_scheme)
{
	for (unsigned scheme = 0; scheme < SCHEMES; scheme++)
		for (unsigned kind = 0; kind < TOPOLOGY_TREES && scheme != SCHEME_recn_iq && scheme != SCHEME_wormhole && scheme_is_switch(scheme); kind++)
			for (unsigned injection = 0; injection < NODE_INJECTIONS; injection++) {
				struct net_case c = net_case_default((enum topology_kind)kind, 4, 3);

				net_case_scheme(&c, scheme, 4, 4);
				c.injection = (enum node_injection)injection;
				c.load = 1.0;
				c.hot_share = 0.2;
				c.sls = PARAM_USED(&c.params, sls) ? c.params.sls : 1;
				each_drains(c);
			}
}

/* The last flit of a packet comes thousands of cycles behind its header, with which the network counts it as delivered. */
TEST(long_packets_on_slow_links)
{
	for (unsigned scheme = 0; scheme < SCHEMES; scheme++)
		for (unsigned speedup = 0; speedup < SPEEDUPS; speedup++)
			for (unsigned delay = 1; delay <= NETWORK_DELAY; delay += NETWORK_DELAY - 1) {
				struct net_case c = net_case_default(TOPOLOGY_KTREE, 4, 3);

				c.params.scheme = scheme;
				if (!scheme_is_switch(scheme) || !shape_of(&c.params).by_cells)
					continue;
				net_case_scheme(&c, scheme, 4, 4);
				c.params.flit_bits = 128;
				c.params.cell_flits = 8;
				c.params.packet_cells = 128;
				c.params.cells = 512;
				c.params.speedup = speedup;
				c.link_delay = delay;
				c.load = 1.0;
				net_loses_nothing(&c, TRAFFIC);
			}
}

/* Queues of a tree, by its root. */
struct tree {
	uint32_t root;
	unsigned radix, away;           /* queues at other switches than that of the root */
};

static void found(void *arg, const struct tree_line *l)
{
	struct tree *const t = arg;

	t->away += l->root == t->root && l->port / t->radix != t->root / t->radix;
}

/* The congested output is the one to the hot node, and switches all over the network have queues for it. */
static void the_tree_has_its_root(const struct net_run *r)
{
	const struct topology *const t = &r->topology;
	const struct place at = t->attach(t, 1);
	struct tree tree = { .root = at.index * t->radix + at.port, .radix = t->radix };
	uint64_t *const fill = calloc((size_t)t->switches * t->radix, sizeof *fill);

	assert_non_null(fill);
	network_trees(r->network, fill, found, &tree);
	assert_true(tree.away >= t->nodes / 4);
	free(fill);
}

/* A hot spot that uses lines at every hop up to the sources: the claim of RECN-IQ and FBICM, with the traffic of others unharmed. */
static void reaches_the_sources(struct net_case c)
{
	struct net_run r;

	c.load = 0.8;
	c.hot_share = 0.1;
	r = net_open(&c);
	assert_true(network_run_to(r.network, 2 * TRAFFIC));
	the_tree_has_its_root(&r);
	network_count_switches(r.network, r.stats);
	assert_true(r.stats->switches.detections && r.stats->switches.notifications && r.stats->switches.xoff_sent && r.stats->switches.xon_sent);
	net_drain(r.network, c.name, LIMIT);
	net_close(&r);
}

TEST(a_hot_spot_reaches_the_sources)
{
	struct net_case c = net_case_default(TOPOLOGY_KTREE, 4, 3);

	for (c.params.sorting = 0; c.params.sorting < SORTINGS; c.params.sorting++)
		reaches_the_sources(c);
	c.params.sorting = params_default().sorting;
	net_case_scheme(&c, SCHEME_fbicm, 4, 0);
	for (c.params.sorting = 0; c.params.sorting < SORTINGS; c.params.sorting++)
		for (c.params.lists = 0; c.params.lists < LISTS; c.params.lists++)
			reaches_the_sources(c);
	c.params = net_case_default(TOPOLOGY_KTREE, 4, 3).params;
	net_case_scheme(&c, SCHEME_recn_qos, 4, 4);
	for (c.sls = 1; c.sls <= c.params.sls; c.sls += c.params.sls - 1)
		reaches_the_sources(c);
}
