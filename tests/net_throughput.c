/*
 * Accepted load of 4-ary trees under uniform traffic at full load: figures of an independent prototype. A source
 * with a queue for each destination sends near-permutations and saturates later than one in arrival order.
 */
#include "net_harness.h"

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

static double accepted(unsigned index)
{
	struct net_case c = net_case_default(TOPOLOGY_KTREE, 4, figures[index].n);

	c.params.saqs = figures[index].saqs;
	c.injection = figures[index].injection;
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

static void as_expected(void **state)
{
	(void)state;
	for (unsigned i = 0; i < sizeof figures / sizeof *figures; i++) {
		const double got = accepted(i), difference = got - figures[i].expected;

		print_message("# %-15s 4-ary %u-tree, %u SAQs: accepted %.3f, expected %.3f\n", node_injection_names[figures[i].injection],
			      figures[i].n, figures[i].saqs, got, figures[i].expected);
		assert_true(difference < 0.02 && difference > -0.02);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_expected),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
