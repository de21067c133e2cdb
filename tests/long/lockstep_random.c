/* Three hundred random switches of the whole parameter space, other ones each day: model and RTL are the same at every register of
 * every cycle, and lose no packet. Together they see all that happens in congestion. What was drawn is printed as a table. And the ends of its
 * ranges, the sample switches of MANY_ENDS. And a hundred small wormhole routers of each way in which VCs are reused and allocated. */
#include "../lockstep_random.h"
#include "../test.h"

TEST(three_hundred_switches)
{
	const struct random_run run = { .seed = random_seed(), .n = 300, .cycles = 50000, .space = { .most_size = 264, .most_nodes = 16384 } };
	struct case_counts sum = { .packets = 0 };

	random_run_table(&run);
	assert_true(getenv("SLUICE_KIND") || random_ends(MANY_ENDS, run.seed, &sum));
	assert_true(random_cases(&run, &sum));
	assert_true(getenv("SLUICE_CASE") || getenv("SLUICE_KIND") || all_happened(&sum));
}

enum { FIRST_ROUTER = 2000, ROUTERS = 100, ROUTER_CYCLES = 20000 };

static struct params router_drawn(struct rng *r, unsigned reuse, unsigned rate, unsigned speculate)
{
	const struct space space = { .most_size = 60 };
	struct params p;

	do {
		p = random_common(r);
		random_wormhole(&space, r, &p);
		hold_header(&p);
	} while (!random_fits(&space, &p) || p.routing != ROUTING_dimension_order || p.vc_reuse != reuse || p.route_rate != rate || p.speculate != speculate);
	return p;
}

TEST(hundred_routers_of_each_way)
{
	static const struct { unsigned reuse, rate, speculate; } ways[] = {
		{ VC_REUSE_queued, ROUTE_RATE_port, 0 }, { VC_REUSE_queued, ROUTE_RATE_port, 1 }, { VC_REUSE_queued, ROUTE_RATE_one, 0 },
		{ VC_REUSE_atomic, ROUTE_RATE_port, 0 }, { VC_REUSE_atomic, ROUTE_RATE_port, 1 },
	};
	struct case_counts sum = { .packets = 0 };

	for (unsigned w = 0; w < sizeof ways / sizeof *ways; w++) {
		struct params drawn[ROUTERS];
		const struct random_run run = { .seed = random_seed(), .first = FIRST_ROUTER + w * ROUTERS, .n = ROUTERS, .cycles = ROUTER_CYCLES, .corners = drawn };
		struct rng r = rng_seed(run.seed, run.first);

		for (unsigned i = 0; i < ROUTERS; i++)
			drawn[i] = router_drawn(&r, ways[w].reuse, ways[w].rate, ways[w].speculate);
		assert_true(getenv("SLUICE_KIND") || random_cases(&run, &sum));
	}
}
