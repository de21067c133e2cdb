/*
 * Random switches of the whole parameter space, other ones each day, and in every run ends of its ranges, the sample switches of FEW_ENDS: model and
 * RTL are the same at every register of every cycle, and lose no packet. Together they see all that happens in congestion.
 */
#include "lockstep_random.h"
#include "test.h"

enum { DRAWN = 4, DRAWN_CYCLES = 20000 };

TEST(corners_and_random_switches)
{
	const uint64_t seed = random_seed();
	const struct random_run drawn = { .seed = seed, .n = DRAWN, .cycles = DRAWN_CYCLES, .space = { .most_size = 60, .most_nodes = 2000 } };
	struct case_counts sum = { .packets = 0 };
	bool good;

	good = random_ends(FEW_ENDS, seed, &sum);
	good = random_cases(&drawn, &sum) && good;
	assert_true(good);
	assert_true(getenv("SLUICE_CASE") || all_happened(&sum));
}
