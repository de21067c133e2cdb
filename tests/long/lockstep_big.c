/* Switches at the ends of the ranges, which sort heads, so that packets move: model and RTL are the same at every register of every cycle, and lose no packet. */
#include "../given.h"
#include "../lockstep_case.h"
#include "../test.h"

/* Towards a hot spot, which a source per input soon congests. */
static struct case_counts run(struct params p, uint64_t cycles)
{
	struct lockstep_case c;
	struct case_counts counts;

	case_begin(&c, &p);
	case_build(&c, true);
	c.config.traffic.traffic = TRAFFIC_HOTSPOT;
	c.config.cycles = cycles;
	c.config.threads = 2;
	assert_int_equal(case_run(&c, &counts), LOCKSTEP_SAME);
	case_end(&c);
	return counts;
}

TEST(most_of_everything_but_ports)
{
	const struct case_counts c = run(params_given("sorting=head radix=6 saqs=32 slots=1024 packet_flits=64 arbiter=matrix flit_bits=512 turnpool_bits=64 "
						      "node_bits=24"), 20000);

	assert_in_range(c.packets, 1000, UINT64_MAX);
	assert_true(c.detections && c.set_aside && c.notifications);
}

/* One port more, and one queue more, than fill a power of two. */
TEST(a_port_too_many)
{
	const struct case_counts c = run(params_given("sorting=head radix=33 saqs=9 slots=20 packet_flits=3 arbiter=matrix"), 3000);

	assert_in_range(c.packets, 10000, UINT64_MAX);
	assert_true(c.detections && c.set_aside && c.notifications && c.xoff_sent);
}

/* Lists in memories: a third of the cycles passes before a line may be taken, and as many before it may be taken again. */
TEST(all_destinations)
{
	const unsigned nodes = (unsigned)params_table[PARAM_INDEX_nodes].max;
	const struct case_counts c = run(params_given("scheme=fbicm sorting=head lists=ram radix=4 cfqs=32 nodes=%u", nodes), 3 * nodes);

	assert_in_range(c.packets, 10000, UINT64_MAX);
	assert_true(c.detections && c.set_aside && c.notifications && c.xoff_sent && c.xoff_received);
}

TEST(all_ports_without_queues)
{
	const struct case_counts c = run(params_given("sorting=head radix=64 saqs=0 slots=64 packet_flits=8 arbiter=matrix"), 3000);

	assert_in_range(c.packets, 10000, UINT64_MAX);
	assert_true(!c.detections && !c.set_aside);
}
