/*
 * Accepted load of trees under uniform traffic at full load, against figures of a prototype: another simulator of the same mechanisms, by packets,
 * written apart from this one. It is not in this repository, so the figures below are constants that cannot be made again from here; they are a second
 * opinion, which agreed. What ours come to says `sluice experiment recn-iq-throughput` and its like.
 * A source with a queue for each destination sends near-permutations and saturates later than one in arrival order.
 */
#include "net_harness.h"
#include "test.h"

enum { WARMUP = 4000, CYCLES = 16000 };

static const struct {
	enum node_injection injection;
	unsigned n, saqs;
	double expected;
} figures[] = {
	{ NODE_INJECTION_PER_DESTINATION, 3, 0, 0.788 }, { NODE_INJECTION_PER_DESTINATION, 3, 2, 0.913 },
	{ NODE_INJECTION_PER_DESTINATION, 3, 4, 0.975 }, { NODE_INJECTION_PER_DESTINATION, 3, 8, 0.977 },
	{ NODE_INJECTION_PER_DESTINATION, 4, 0, 0.699 }, { NODE_INJECTION_PER_DESTINATION, 4, 2, 0.909 },
	{ NODE_INJECTION_PER_DESTINATION, 4, 4, 0.963 }, { NODE_INJECTION_PER_DESTINATION, 4, 8, 0.964 },
	{ NODE_INJECTION_FIFO, 3, 0, 0.673 }, { NODE_INJECTION_FIFO, 3, 2, 0.909 },
	{ NODE_INJECTION_FIFO, 3, 4, 0.923 }, { NODE_INJECTION_FIFO, 3, 8, 0.923 },
	{ NODE_INJECTION_FIFO, 4, 0, 0.659 }, { NODE_INJECTION_FIFO, 4, 2, 0.896 },
	{ NODE_INJECTION_FIFO, 4, 4, 0.907 }, { NODE_INJECTION_FIFO, 4, 8, 0.907 },
};

/* Static queues, 64 slots, VOQnet 8 for each queue; sources with a queue for each destination. 4-ary 4-tree, 16-ary 2-tree. */
static const struct {
	unsigned scheme, queues;
	const char *name;
	double narrow, wide;            /* 0: not known */
} static_figures[] = {
	{ SCHEME_one_queue, 1, "1Q",     0.70, 0.63 },
	{ SCHEME_dbbm,      4, "DBBM-4", 0.68, 0 },
	{ SCHEME_dbbm,      8, "DBBM-8", 0.73, 0.63 },
	{ SCHEME_obqa,      2, "OBQA-2", 0.83, 0.76 },
	{ SCHEME_obqa,      4, "OBQA-4", 0.955, 0.85 },
	{ SCHEME_obqa,      8, "OBQA-8", 0, 0.92 },
	{ SCHEME_voqsw,     0, "VOQsw",  0.947, 0.946 },
	{ SCHEME_voqnet,    0, "VOQnet", 0.972, 0.966 },
};

static double accepted(struct net_case c)
{
	c.load = 1.0;
	c.end = WARMUP + CYCLES;
	struct net_run r = net_open(&c);
	uint64_t before = 0, flits = 0;

	assert_true(network_run_to(r.network, WARMUP));
	before = r.stats->shard[0].totals.delivered_flits;
	assert_true(network_run_to(r.network, WARMUP + CYCLES));
	flits = r.stats->shard[0].totals.delivered_flits - before;
	const double load = (double)flits / r.topology.nodes / CYCLES;

	net_close(&r);
	return load;
}

static void figures_of(unsigned scheme, const char *queues)
{
	for (unsigned i = 0; i < sizeof figures / sizeof *figures; i++) {
		struct net_case c = net_case_default(TOPOLOGY_KTREE, 4, figures[i].n);

		c.params.sorting = SORTING_head;        /* as the prototype has it */
		c.params.saqs = figures[i].saqs;
		if (scheme == SCHEME_fbicm && !figures[i].saqs)
			continue;
		if (scheme == SCHEME_fbicm)
			net_case_scheme(&c, scheme, figures[i].saqs, 0);
		c.injection = figures[i].injection;
		const double got = accepted(c), difference = got - figures[i].expected;

		print_message("# %-15s 4-ary %u-tree, %u %s: accepted %.3f, expected %.3f\n", node_injection_names[figures[i].injection],
			      figures[i].n, figures[i].saqs, queues, got, figures[i].expected);
		assert_true(difference < 0.02 && difference > -0.02);
	}
}

TEST(as_expected)
{
	figures_of(SCHEME_recn_iq, "SAQs");
}

/* As RECN-IQ with as many queues: FBICM 4.2. */
TEST(by_destination_as_expected)
{
	figures_of(SCHEME_fbicm, "CFQs");
}

static void static_queues_on(unsigned k, unsigned n, unsigned index, double expected)
{
	struct net_case c = net_case_default(TOPOLOGY_KTREE, k, n);
	const unsigned scheme = static_figures[index].scheme;

	net_case_scheme(&c, scheme, static_figures[index].queues, 1);
	c.params.slots = scheme == SCHEME_voqnet ? 8 * c.params.nodes : 64;
	const double got = accepted(c), difference = got - expected;

	print_message("# %-15s %u-ary %u-tree: accepted %.3f, expected %.3f\n", static_figures[index].name, k, n, got, expected);
	assert_true(difference < 0.02 && difference > -0.02);
}

TEST(static_queues_as_expected)
{
	for (unsigned i = 0; i < sizeof static_figures / sizeof *static_figures; i++) {
		if (static_figures[i].narrow)
			static_queues_on(4, 4, i, static_figures[i].narrow);
		if (static_figures[i].wide)
			static_queues_on(16, 2, i, static_figures[i].wide);
	}
}
