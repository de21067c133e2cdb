#define _GNU_SOURCE
/* Switches at the ends of the ranges, which sort heads, so that packets move: model and RTL are the same at every register of every cycle, and lose no packet. */
#include "../lockstep_case.h"
#include "../test.h"

static struct params corner(unsigned radix, unsigned saqs, unsigned slots, unsigned packet_flits)
{
	struct params p = params_default();

	p.sorting = SORTING_head;
	p.radix = radix;
	p.saqs = saqs;
	p.slots = slots;
	p.packet_flits = packet_flits;
	p.arbiter = ARBITER_matrix;
	return p;
}

/* Towards a hot spot, which a source per input soon congests. */
static struct case_counts run(const struct params *p, uint64_t cycles)
{
	struct lockstep_case c;
	struct case_counts counts;
	char why[PARAMS_WHY];

	if (!params_check(p, why))
		fail_msg("%s", why);
	case_begin(&c, p);
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
	struct params p = corner(6, 32, 1024, 64);
	struct case_counts c;

	p.flit_bits = 512;
	p.turnpool_bits = 64;
	p.node_bits = 24;
	c = run(&p, 20000);
	assert_in_range(c.packets, 1000, UINT64_MAX);
	assert_true(c.detections && c.set_aside && c.notifications);
}

/* One port more, and one queue more, than fill a power of two. */
TEST(a_port_too_many)
{
	const struct params p = corner(33, 9, 20, 3);
	struct case_counts c;

	c = run(&p, 3000);
	assert_in_range(c.packets, 10000, UINT64_MAX);
	assert_true(c.detections && c.set_aside && c.notifications && c.xoff_sent);
}

/* Lists in memories: a third of the cycles passes before a line may be taken, and as many before it may be taken again. */
TEST(all_destinations)
{
	struct params p = params_default();
	struct case_counts c;

	p.scheme = SCHEME_fbicm;
	p.sorting = SORTING_head;
	p.lists = LISTS_ram;
	p.radix = 4;
	p.cfqs = 32;
	p.nodes = params_table[PARAM_INDEX_nodes].max;
	c = run(&p, 3 * p.nodes);
	assert_in_range(c.packets, 10000, UINT64_MAX);
	assert_true(c.detections && c.set_aside && c.notifications && c.xoff_sent && c.xoff_received);
}

TEST(all_ports_without_queues)
{
	const struct params p = corner(64, 0, 64, 8);
	struct case_counts c;

	c = run(&p, 3000);
	assert_in_range(c.packets, 10000, UINT64_MAX);
	assert_true(!c.detections && !c.set_aside);
}
