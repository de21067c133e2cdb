/*
 * Words of routing tables get other values while packets pass: hundreds of short runs of small switches that congest, in each of which what is stopped is
 * let go, nobody breaks the link contract, and everything drains. (A line of FBICM that is stopped by another output than it takes its port for would
 * stay so; a destination that upstream has in a list could get into a second line of the same length.)
 */
#include "random_config.h"

#include "one_switch.h"
#include "test.h"

enum { RUNS = 600, CYCLES = 3000, PATIENCE = 60000 };

/* early: a second packet that waits is congestion already. */
static struct params small(enum schemes scheme, enum lists lists, enum sortings sorting, bool early)
{
	struct params p = params_default();

	p.scheme = scheme;
	p.radix = 4;
	p.nodes = 9;
	p.slots = 16;
	if (scheme == SCHEME_fbicm) {
		p.lists = lists;
		p.sorting = sorting;
		p.cfqs = 3;
		if (early)
			p.detect_threshold = p.xoff_threshold = p.xon_threshold = 1;
	} else if (PARAM_USED(&p, queues)) {
		p.queues = 3;
	}
	return p;
}

static uint64_t drains(const struct shape *s, const struct neighbours_config *c)
{
	struct bench *b = bench_new(s, c);
	uint64_t rerouted;

	assert_non_null(b);
	while (b->cycle < CYCLES || !bench_drained(b)) {
		if (!bench_step(b))
			fail_msg("seed %ju: %s", (uintmax_t)c->seed, b->why);
		if (b->cycle == PATIENCE)
			fail_msg("seed %ju: not drained", (uintmax_t)c->seed);
	}
	assert_int_equal(neighbours_stats(b->neighbours)->violations, 0);
	rerouted = neighbours_stats(b->neighbours)->rerouted;
	bench_free(b);
	return rerouted;
}

static void all_drain(enum schemes scheme, enum lists lists, enum sortings sorting)
{
	uint64_t rerouted = 0;

	for (unsigned seed = 0; seed < RUNS; seed++) {
		const struct params p = small(scheme, lists, sorting, seed / 4 % 2);
		const struct shape s = shape_of(&p);
		struct neighbours_config c = neighbours_default(&s);

		c.seed = seed;
		c.traffic = seed % 2 ? TRAFFIC_INCAST : TRAFFIC_HOTSPOT;
		c.injection = seed / 2 % 2 ? INJECTION_FIFO : INJECTION_PER_DESTINATION;
		c.stop_cycle = CYCLES;
		rerouted += drains(&s, &c);
	}
	print_message("# %ju words with another port\n", (uintmax_t)rerouted);
	assert_true(rerouted > 5 * RUNS);
}

TEST(fbicm)
{
	all_drain(SCHEME_fbicm, LISTS_registers, SORTING_head);
}

TEST(fbicm_lists_in_memories)
{
	all_drain(SCHEME_fbicm, LISTS_ram, SORTING_head);
}

TEST(fbicm_sorted_on_arrival)
{
	all_drain(SCHEME_fbicm, LISTS_registers, SORTING_arrival);
}

TEST(fbicm_sorted_on_arrival_lists_in_memories)
{
	all_drain(SCHEME_fbicm, LISTS_ram, SORTING_arrival);
}

TEST(static_queues)
{
	for (enum schemes scheme = 0; scheme < SCHEMES; scheme++) {
		const struct params p = small(scheme, LISTS_registers, SORTING_head, false);

		if (shape_of(&p).classifier == CLASSIFIER_STATIC)
			all_drain(scheme, LISTS_registers, SORTING_head);
	}
}
