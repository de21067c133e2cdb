/*
 * A source whose input has room sends its next packet in the cycle after the last flit of the one before, whatever their lengths: the packets
 * injected are those of a single server that works without pause.
 */
#include "net_harness.h"

#include "link_use.h"
#include "test.h"

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

/* The same on links with VCs: one level, and cells for all that comes. */
static struct net_case roomy_cells(enum node_injection injection, double load, unsigned speedup)
{
	struct net_case c = roomy(injection, load);

	c.params = net_case_default(TOPOLOGY_SINGLE, NODES, 1).params;
	net_case_scheme(&c, SCHEME_recn_qos, 0, 1);
	c.params.speedup = speedup;
	c.params.cell_flits = 1;
	c.params.packet_cells = LONGEST;
	c.params.cells = params_table[PARAM_INDEX_cells].max;
	return c;
}

/* Packets and flits that such a server has begun to send before c->end, of all nodes. A link carries d flits in n cycles: flit by flit, as tokens allow. */
struct served {
	uint64_t packets, flits;
};

static struct served single_server(const struct net_case *c)
{
	const struct shape s = net_shape(c);
	struct net_run r = net_open(c);
	struct served all = { 0, 0 };

	for (unsigned node = 0; node < NODES; node++) {
		struct demand d;
		struct pacer pace = { .flits = 0 };
		uint64_t idle = 0;

		while (workload_next(r.workload, node, &d)) {
			const uint64_t start = d.cycle > idle ? d.cycle : idle;

			if (start >= c->end)
				break;
			pacer_send(&s, &pace, start, d.flits);
			idle = pacer_free(&s, &pace);
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

static void served_in_order(const struct net_case *c)
{
	const struct served expected = single_server(c), got = injected(c);

	assert_true(got.packets > CYCLES * c->load / 2);
	assert_int_equal(got.packets, expected.packets);
}

TEST(in_order_of_arrival)
{
	for (unsigned k = 0; k < sizeof loads / sizeof *loads; k++) {
		const struct net_case c = roomy(NODE_INJECTION_FIFO, loads[k]);

		served_in_order(&c);
		for (unsigned speedup = 0; speedup < SPEEDUPS; speedup++) {
			const struct net_case cells = roomy_cells(NODE_INJECTION_FIFO, loads[k], speedup);

			served_in_order(&cells);
		}
	}
}

/* Another order of the same packets: the sum of their flits differs by what is being sent at the end. */
static void served_in_any_order(const struct net_case *c)
{
	const struct served expected = single_server(c), got = injected(c);

	assert_true(got.flits + NODES * LONGEST > expected.flits && got.flits < expected.flits + NODES * LONGEST);
}

TEST(by_destination)
{
	for (unsigned k = 0; k < sizeof loads / sizeof *loads; k++) {
		const struct net_case c = roomy(NODE_INJECTION_PER_DESTINATION, loads[k]), cells = roomy_cells(NODE_INJECTION_PER_DESTINATION, loads[k], 0);

		served_in_any_order(&c);
		served_in_any_order(&cells);
	}
}
