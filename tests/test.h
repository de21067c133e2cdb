/* A program of tests. TEST(what_it_checks) { ... } defines one and lists it; main runs all, in the order of their lines. */
#pragma once

#include "asserts.h"

#include <stdlib.h>

enum { TESTS_MOST = 32 };

static struct CMUnitTest tests[TESTS_MOST];
static unsigned tests_lines[TESTS_MOST], tests_count;
static CMFixtureFunction tests_begin, tests_end;

/* Constructors run in any order. */
static inline void tests_add(unsigned line, struct CMUnitTest test)
{
	unsigned at = tests_count++;

	if (tests_count > TESTS_MOST)
		abort();
	for (; at > 0 && tests_lines[at - 1] > line; at--) {
		tests[at] = tests[at - 1];
		tests_lines[at] = tests_lines[at - 1];
	}
	tests[at] = test;
	tests_lines[at] = line;
}

/* One with what makes its `*state` and takes that away, or NULL. */
#define TEST_WITH(name, set_up, tear_down) \
	static void name(void **); \
	__attribute__((constructor)) static void list_##name(void) \
	{ \
		tests_add(__LINE__, (struct CMUnitTest)cmocka_unit_test_setup_teardown(name, set_up, tear_down)); \
	} \
	static void name(__attribute__((unused)) void **state)

#define TEST(name) TEST_WITH(name, NULL, NULL)

/* What happens before the first and after the last. */
#define TESTS_BETWEEN(begin, end) \
	__attribute__((constructor)) static void list_fixture(void) \
	{ \
		tests_begin = begin; \
		tests_end = end; \
	}

int main(int argc, char **argv)
{
	(void)argc;
	return _cmocka_run_group_tests(argv[0], tests, tests_count, tests_begin, tests_end);
}
