#pragma once

#include "given.h"

#include <stdint.h>
#include <stdio.h>

/* The table of sample switches, switches.def. */
enum sample_use {
	NETLIST = 1, LINT = 2, ICARUS = 4, FEW_FAULTS = 8, MANY_FAULTS = 16, FEW_MUTANTS = 32, MANY_MUTANTS = 64, NETWORK = 128, FEW_ENDS = 256,
	MANY_ENDS = 512, MANY_LINT = 1024, MANY_NETWORKS = 2048,
};

struct sample_switch {
	const char *scheme, *options, *name;    /* name: both */
	unsigned uses;                          /* enum sample_use, several */
};

static const struct sample_switch sample_switches[] = {
#define SWITCH(scheme, uses, options) { scheme, options, scheme " " options, uses },
#include "switches.def"
#undef SWITCH
};

enum { SAMPLE_SWITCHES = sizeof sample_switches / sizeof *sample_switches };

static inline struct params sample_params(const struct sample_switch *s)
{
	return params_given("--scheme %s %s", s->scheme, s->options);
}

/* All switches of a use. Returns their number. */
static inline unsigned sample_all(enum sample_use use, const struct sample_switch *of[SAMPLE_SWITCHES])
{
	unsigned n = 0;

	for (const struct sample_switch *s = sample_switches; s < sample_switches + SAMPLE_SWITCHES; s++)
		if (s->uses & use)
			of[n++] = s;
	assert_true(n > 0);
	return n;
}

/* A group of tests, one for each switch of a use; the switch is its initial state. */
static inline int sample_run(const char *group, enum sample_use use, CMUnitTestFunction test)
{
	const struct sample_switch *of[SAMPLE_SWITCHES];
	struct CMUnitTest tests[SAMPLE_SWITCHES];
	const unsigned n = sample_all(use, of);

	for (unsigned i = 0; i < n; i++)
		tests[i] = (struct CMUnitTest){ .name = of[i]->name, .test_func = test, .initial_state = (void *)(uintptr_t)of[i] };
	return _cmocka_run_group_tests(group, tests, n, NULL, NULL);
}
