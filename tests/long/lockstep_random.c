#define _GNU_SOURCE
/* Two hundred random switches: model and RTL are the same at every register of every cycle, and lose no packet.
 * Together they see all that happens in congestion. */
#include "../lockstep_random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static void two_hundred_switches(void **state)
{
	(void)state;
	assert_true(random_cases(0, 200));
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(two_hundred_switches) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
