#define _GNU_SOURCE
/* Twenty random switches: model and RTL are the same at every register of every cycle, and lose no packet.
 * Together they see all that happens in congestion. */
#include "lockstep_random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static void twenty_switches(void **state)
{
	(void)state;
	assert_true(random_cases(0, 20));
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(twenty_switches) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
