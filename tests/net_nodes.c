/*
 * A source whose input has room sends its next packet in the cycle after the last flit of the one before, whatever their lengths: the packets
 * injected are those of a single server that works without pause.
 */
#include "net_harness.h"

enum { NODES = 4, SLOTS = 1024, CYCLES = 2000, LONGEST = 4 };

/* Packets go to queues that hold all that comes in so many cycles. */
static struct net_case roomy(enum node_injection injection, double load)
{
	struct net_case c = net_case_default(TOPOLOGY_SINGLE, NODES, 1);

	c.params.packet_flits = LONGEST;
	net_case_scheme(&c, SCHEME_voqnet, 0, SLOTS / NODES);
	c.injection = injection;
	c.load = load;
	c.random_length = true;
	c.end = CYCLES;
	return c;
}

/* Packets and flits that such a server has begun to send before c->end, of all nodes. */
struct served {
	uint64_t packets, flits;
};

static struct served single_server(const struct net_case *c)
{
	struct net_run r = net_open(c);
	struct served all = { 0, 0 };

	for (unsigned node = 0; node < NODES; node++) {
		struct demand d;
		uint64_t idle = 0;

		while (workload_next(r.workload, node, &d)) {
			const uint64_t start = d.cycle > idle ? d.cycle : idle;

			if (start >= c->end)
				break;
			idle = start + d.flits;
			all.packets++;
			all.flits += d.flits;
		}
	}
	net_close(&r);
	return all;
}

static struct served injected(const struct net_case *c)
{
	struct net_run r = net_open(c);

	assert_true(network_run_to(r.network, c->end));
	const struct served all = { network_counts(r.network).injected, stats_merge(r.stats)->totals.injected_flits };

	net_close(&r);
	return all;
}

/* Up to what a link carries: then a packet waits nearly always. */
static const double loads[] = { 0.5, 0.9, 1.0 };

static void in_order_of_arrival(void **state)
{
	(void)state;
	for (unsigned k = 0; k < sizeof loads / sizeof *loads; k++) {
		const struct net_case c = roomy(NODE_INJECTION_FIFO, loads[k]);
		const struct served expected = single_server(&c), got = injected(&c);

		assert_true(got.packets > CYCLES * loads[k]);
		assert_int_equal(got.packets, expected.packets);
	}
}

/* Another order of the same packets: the sum of their flits differs by what is being sent at the end. */
static void by_destination(void **state)
{
	(void)state;
	for (unsigned k = 0; k < sizeof loads / sizeof *loads; k++) {
		const struct net_case c = roomy(NODE_INJECTION_PER_DESTINATION, loads[k]);
		const struct served expected = single_server(&c), got = injected(&c);

		assert_true(got.flits + NODES * LONGEST > expected.flits && got.flits < expected.flits + NODES * LONGEST);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_order_of_arrival),
		cmocka_unit_test(by_destination),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
