#define _GNU_SOURCE
/* Twenty random switches of RECN-IQ, ten of FBICM, ten of it with lists in memories, and ten with static queues: model and RTL are the same at
 * every register of every cycle, and lose no packet. The twenty together, and each ten of FBICM, see all that happens in congestion. */
#include "lockstep_random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static void twenty_switches(void **state)
{
	struct case_counts sum = { .packets = 0 };

	(void)state;
	assert_true(random_cases(0, 20, random_params, &sum));
	assert_true(all_happened(&sum));
}

static void ten_fbicm_switches(void **state)
{
	struct case_counts sum = { .packets = 0 };

	(void)state;
	assert_true(random_cases(0, 10, random_fbicm_params, &sum));
	assert_true(all_happened(&sum));
}

static void ten_swept_switches(void **state)
{
	struct case_counts sum = { .packets = 0 };

	(void)state;
	assert_true(random_cases(0, 10, random_swept_params, &sum));
	assert_true(all_happened(&sum));
}

static void ten_static_switches(void **state)
{
	struct case_counts sum = { .packets = 0 };

	(void)state;
	assert_true(random_cases(0, 10, random_static_params, &sum));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(twenty_switches),
		cmocka_unit_test(ten_fbicm_switches),
		cmocka_unit_test(ten_swept_switches),
		cmocka_unit_test(ten_static_switches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
