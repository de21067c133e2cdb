/*
 * Karol, Hluchyj, Morgan (1987): an input-queued switch with one queue per input, kept full with packets
 * of equal length to uniformly random outputs, carries 0.75, 0.655, 0.618, 0.601 of the links' capacity
 * at 2, 4, 8, 16 ports: head-of-line blocking and nothing else.
 */
#include "one_switch.h"
#include "test.h"

#include <math.h>

enum { WARM_UP = 20000, CYCLES = 400000 };

static double throughput(enum sortings sorting, unsigned radix, unsigned packet_flits)
{
	struct params p = params_default();
	struct neighbours_config c;
	struct shape s;
	struct bench *b;
	uint64_t before = 0;
	double result;

	p.sorting = sorting;
	p.radix = radix;
	p.saqs = 0;
	p.packet_flits = packet_flits;
	s = shape_of(&p);
	c = neighbours_default(&s);
	c.injection = INJECTION_FIFO;
	c.saturate = c.fixed_length = c.own_port = true;
	c.back_pressure = false;
	c.fixed_table = true;
	b = bench_new(&s, &c);
	assert_non_null(b);
	while (b->cycle < WARM_UP + CYCLES) {
		if (b->cycle == WARM_UP)
			before = neighbours_stats(b->neighbours)->flits_delivered;
		if (!bench_step(b))
			fail_msg("%s", b->why);
	}
	result = (double)(neighbours_stats(b->neighbours)->flits_delivered - before) / ((double)CYCLES * radix);
	bench_free(b);
	return result;
}

TEST(default_packets_reach_karols_limit)
{
	static const struct { unsigned radix; double limit; } karol[] = { { 2, 0.750 }, { 4, 0.655 }, { 8, 0.618 }, { 16, 0.601 } };

	for (enum sortings sorting = 0; sorting < SORTINGS; sorting++)
		for (unsigned i = 0; i < sizeof karol / sizeof karol[0]; i++) {
			double t = throughput(sorting, karol[i].radix, params_default().packet_flits);

			print_message("# %2u ports: %.4f, Karol %.3f\n", karol[i].radix, t, karol[i].limit);
			assert_true(fabs(t - karol[i].limit) <= 0.008);
		}
}

/* A queue that is served in every cycle has no bubbles with packets of any length. */
TEST(so_do_packets_of_any_length)
{
	for (unsigned flits = 1; flits <= 4; flits++) {
		double t = throughput(SORTING_arrival, 8, flits);

		print_message("# 8 ports, packets of %u flits: %.4f\n", flits, t);
		assert_true(fabs(t - 0.618) <= 0.008);
	}
}

/* Where heads are sorted, a queue has a new head three cycles after a grant, so packets of one and two flits leave bubbles. */
TEST(short_packets_cost_bubbles)
{
	double before = 0;

	for (unsigned flits = 1; flits <= 4; flits++) {
		double t = throughput(SORTING_head, 8, flits);

		print_message("# 8 ports, packets of %u flits: %.4f\n", flits, t);
		assert_true(t <= 0.618 + 0.008 && t >= before - 0.004);
		before = t;
	}
	assert_true(fabs(before - 0.618) <= 0.008);
}
