/* Three hundred random switches of the whole parameter space, other ones each day: model and RTL are the same at every register of
 * every cycle, and lose no packet. Together they see all that happens in congestion. What was drawn is printed as a table. And the ends of its
 * ranges, the sample switches of MANY_ENDS. */
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
