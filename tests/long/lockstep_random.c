#define _GNU_SOURCE
/* Two hundred random switches of RECN-IQ, a hundred of FBICM, a hundred of it with lists in memories, and a hundred with static queues: model
 * and RTL are the same at every register of every cycle, and lose no packet. The two hundred together, and each hundred of FBICM, see all
 * that happens in congestion. */
#include "../lockstep_random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static void two_hundred_switches(void **state)
{
	struct case_counts sum = { .packets = 0 };

	(void)state;
	assert_true(random_cases(0, 200, random_params, &sum));
	assert_true(all_happened(&sum));
}

static void hundred_fbicm_switches(void **state)
{
	struct case_counts sum = { .packets = 0 };

	(void)state;
	assert_true(random_cases(0, 100, random_fbicm_params, &sum));
	assert_true(all_happened(&sum));
}

static void hundred_swept_switches(void **state)
{
	struct case_counts sum = { .packets = 0 };

	(void)state;
	assert_true(random_cases(0, 100, random_swept_params, &sum));
	assert_true(all_happened(&sum));
}

static void hundred_static_switches(void **state)
{
	struct case_counts sum = { .packets = 0 };

	(void)state;
	assert_true(random_cases(0, 100, random_static_params, &sum));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_hundred_switches),
		cmocka_unit_test(hundred_fbicm_switches),
		cmocka_unit_test(hundred_swept_switches),
		cmocka_unit_test(hundred_static_switches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
