/* Packets at fixed intervals, and phases of traffic. */
#include "workload_case.h"

#include "net/workload/workload.h"
#include "test.h"

/* The packets of a node come at equal distances, a whole number of cycles or the two around it, from a random cycle on. */
static void check_interval(double interval, enum workload_pattern pattern)
{
	struct workload_config c = config(FLITS / interval);
	unsigned begins[16] = { 0 };
	struct demand d;

	c.arrivals = ARRIVALS_FIXED;
	c.pattern = pattern;
	struct workload *w = begin(&c);

	for (unsigned i = 0; i < NODES; i++) {
		uint64_t first = UINT64_MAX, last = 0, n = 0;

		while (workload_next(w, i, &d)) {
			if (n)
				assert_in_range(d.cycle - last, (uint64_t)interval, (uint64_t)ceil(interval));
			first = n++ ? first : d.cycle;
			last = d.cycle;
		}
		if (pattern == PATTERN_BIT_REVERSAL && !n)
			continue;
		assert_true(first < ceil(interval));
		begins[(unsigned)((double)first / interval * 15)]++;
		near((double)(last - first), interval * (double)(n - 1), 1.1);
		assert_true((double)(END - last) <= ceil(interval));
	}
	for (unsigned i = 0; interval > 60 && i < 15; i++)
		assert_true(begins[i] < 16);            /* 4 on average */
	workload_free(w);
}

TEST(fixed_intervals)
{
	check_interval(1, PATTERN_UNIFORM);
	check_interval(15, PATTERN_UNIFORM);
	check_interval(33.33, PATTERN_UNIFORM);
	check_interval(66.67, PATTERN_BIT_REVERSAL);
	check_interval(1500, PATTERN_UNIFORM);
}

/* The same cycles whatever the pattern, which draws more or less; and the same packets for the same seed. */
TEST(fixed_is_of_the_seed)
{
	struct workload_config c = config(0.1);
	struct demand d, e;

	c.arrivals = ARRIVALS_FIXED;
	struct workload *w = begin(&c), *v = begin(&c);

	c.seed++;
	struct workload *other = begin(&c);
	unsigned moved = 0;

	for (unsigned i = 0; i < NODES; i++) {
		while (workload_next(w, i, &d)) {
			assert_true(workload_next(v, i, &e));
			assert_true(d.cycle == e.cycle && d.destination == e.destination);
		}
		assert_false(workload_next(v, i, &e));
		assert_true(workload_next(other, i, &e));
		moved += e.cycle % 80 != d.cycle % 80;
	}
	assert_true(moved > NODES / 2);
	workload_free(w);
	workload_free(v);
	workload_free(other);
}

static struct workload_config phased(const char *text, enum workload_arrivals arrivals)
{
	struct workload_config c = config(0.5);
	char why[WORKLOAD_WHY];

	c.arrivals = arrivals;
	if (!workload_phases(&c, text, why))
		fail_msg("%s", why);
	return c;
}

/* In each phase its own interval and pattern, and no packet of another phase. A node that is its own partner is silent in that phase alone. */
static void check_phases(enum workload_arrivals arrivals)
{
	static const struct { uint64_t from, to; double interval; enum workload_pattern pattern; } phase[] = {
		{ 0, 40000, 400, PATTERN_UNIFORM }, { 40000, 90000, 20, PATTERN_BIT_REVERSAL }, { 90000, 120000, 16, PATTERN_COMPLEMENT },
		{ 120000, END, 100, PATTERN_UNIFORM },
	};
	const struct workload_config c = phased("cycles=40000,interval=400+cycles=50000,interval=20,traffic=bit-reversal+"
						"cycles=30000,load=0.5,traffic=complement+interval=100", arrivals);
	struct workload *w = begin(&c);
	unsigned silent = 0;
	uint64_t packets[4] = { 0 };
	struct demand d;

	assert_int_equal(c.phases, 4);
	for (unsigned i = 0; i < NODES; i++) {
		uint64_t of[4] = { 0 }, before = 0;

		while (workload_next(w, i, &d)) {
			unsigned k = 0;

			assert_true(d.cycle >= before && d.cycle < END);
			before = d.cycle;
			while (d.cycle >= phase[k].to)
				k++;
			of[k]++;
			if (phase[k].pattern == PATTERN_COMPLEMENT)
				assert_int_equal(d.destination, NODES - 1 - i);
			else if (phase[k].pattern == PATTERN_BIT_REVERSAL)
				assert_int_equal(d.destination, (i & 1) << 5 | (i & 2) << 3 | (i & 4) << 1 | (i & 8) >> 1 | (i & 16) >> 3 | i >> 5);
			else
				assert_int_not_equal(d.destination, i);
		}
		assert_true(of[0] && of[2] && of[3]);
		silent += !of[1];
		for (unsigned k = 0; k < 4; k++) {
			packets[k] += of[k];
			if (arrivals == ARRIVALS_FIXED && of[k])
				assert_in_range(of[k], (uint64_t)((double)(phase[k].to - phase[k].from) / phase[k].interval) - 1,
						(uint64_t)((double)(phase[k].to - phase[k].from) / phase[k].interval) + 1);
		}
	}
	assert_int_equal(silent, 8);            /* palindromes of 6 bits */
	for (unsigned k = 0; k < 4; k++)
		near((double)packets[k] / (double)(NODES - (k == 1 ? silent : 0)) * phase[k].interval / (double)(phase[k].to - phase[k].from), 1, 0.03);
	workload_free(w);
}

TEST(phases)
{
	check_phases(ARRIVALS_FIXED);
	check_phases(ARRIVALS_BERNOULLI);
}

/* A run may end within any phase; later ones are not begun. */
TEST(a_run_may_end_early)
{
	struct workload_config c = phased("cycles=40000,interval=400+cycles=400000,interval=20+interval=1", ARRIVALS_FIXED);

	for (unsigned i = 0; i < 3; i++) {
		c.end = i == 0 ? 100 : i == 1 ? 40000 : 50000;
		struct asked *a = ask(&c);

		near((double)a->packets, NODES * (i == 0 ? 0.25 : i == 1 ? 100 : 600), i == 0 ? 14 : 40);
		free(a);
	}
}
