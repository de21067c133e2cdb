/* End nodes ask for what the options say: load, destinations, bursts, times; whatever else is asked in between. */
#include "workload_case.h"

#include "net/workload/workload_draws.h"
#include "test.h"

/* The number of packets is binomial: five standard deviations either way. */
TEST(bernoulli_load_is_met)
{
	static const double loads[] = { 0.01, 0.1, 0.5, 0.9, 1 };

	for (unsigned i = 0; i < sizeof loads / sizeof *loads; i++) {
		struct workload_config c = config(loads[i]);
		struct asked *a = ask(&c);
		const double trials = (double)NODES * END, p = loads[i] / FLITS;

		near((double)a->packets, trials * p, 5 * sqrt(trials * p * (1 - p)));
		assert_int_equal(a->flits, a->packets * FLITS);
		free(a);
	}
}

/* However seldom packets come: in one interval of a fixed one, each source begins in any cycle of it; beyond, few or none. */
TEST(seldom_is_not_never_ending)
{
	static const double loads[] = { 1e-300, 1e-20, 1e-13, 1e-11, 1e-9 };

	for (unsigned i = 0; i < sizeof loads / sizeof *loads; i++)
		for (unsigned process = 0; process < ARRIVAL_PROCESSES; process++) {
			struct workload_config c = config(loads[i]);
			struct asked *a;

			c.arrivals = (enum workload_arrivals)process;
			c.burst_flits[0] = 2 * FLITS;
			c.end = process == ARRIVALS_FIXED ? (uint64_t)fmin(FLITS / loads[i], 0x1p40) : END;
			a = ask(&c);
			const double p = process == ARRIVALS_FIXED ? fmin(1, (double)c.end * loads[i] / FLITS) : 0;

			near((double)a->packets, NODES * p, 5 * sqrt(NODES * p * (1 - p)));
			assert_true(p < 1 || (a->first < c.end / 8 && a->last > c.end / 8 * 7));
			free(a);
		}
}

/* Numbers of gaps against q^n (1 - q), up to where fewer than 20 are expected; and the mean of all. */
static void check_gaps(double mean)
{
	enum { DRAWS = 400000, MOST = 4096 };
	const struct geometric_table g = geometric_table_of_mean(mean);
	const double q = mean / (1 + mean);
	uint64_t *count = calloc(MOST, sizeof *count);
	struct rng r = rng_seed(11, (uint64_t)(mean * 1000));
	double sum = 0, chi = 0, expected = DRAWS * (1 - q);
	unsigned n = 0;

	assert_non_null(count);
	for (unsigned i = 0; i < DRAWS; i++) {
		const uint64_t draw = geometric_table_draw(&g, &r);

		sum += (double)draw;
		count[draw < MOST ? draw : MOST - 1]++;
	}
	for (; n < MOST - 1 && expected >= 20; n++, expected *= q)
		chi += pow((double)count[n] - expected, 2) / expected;
	near(sum / DRAWS, mean, 5 * sqrt(mean * (1 + mean) / DRAWS));
	near(chi, n, 5 * sqrt(2.0 * n));
	free(count);
}

TEST(gaps_are_geometric)
{
	check_gaps(0);
	check_gaps(0.1);
	check_gaps(7.9);
	check_gaps(100);
	check_gaps(1500);
}

TEST(random_lengths_keep_the_load)
{
	struct workload_config c = config(0.6);
	struct asked *a;

	c.random_length = true;
	a = ask(&c);
	near(load_of(a, &c), 0.6, 0.003);
	near((double)a->flits / (double)a->packets, (1 + FLITS) / 2.0, 0.02);
	free(a);
}

/* Chi-square over the destinations of each source: nodes - 1 degrees of freedom, less one without the own. */
static void check_uniform(bool own)
{
	struct workload_config c = config(0.8);
	struct asked *a;
	double most = 0, mean = 0;

	c.own = own;
	a = ask(&c);
	for (unsigned i = 0; i < NODES; i++) {
		const double expected = (double)a->from[i] / (NODES - !own);
		double chi = 0;

		assert_true(own || !a->pair[i][i]);
		for (unsigned j = 0; j < NODES; j++)
			if (own || j != i)
				chi += pow((double)a->pair[i][j] - expected, 2) / expected;
		mean += chi / NODES;
		most = fmax(most, chi);
	}
	near(mean, NODES - 1 - !own, 5 * sqrt(2.0));
	assert_true(most < NODES + 6 * sqrt(2.0 * NODES));
	free(a);
}

TEST(uniform_is_uniform)
{
	check_uniform(false);
	check_uniform(true);
}

TEST(permutations_go_where_they_should)
{
	static const struct { enum workload_pattern pattern; unsigned node, to; } known[] = {
		{ PATTERN_BIT_REVERSAL, 0x01, 0x20 }, { PATTERN_BIT_REVERSAL, 0x16, 0x1a }, { PATTERN_SHUFFLE, 0x01, 0x02 },
		{ PATTERN_SHUFFLE, 0x2a, 0x15 }, { PATTERN_COMPLEMENT, 0x15, 0x2a }, { PATTERN_TRANSPOSE, 0x07, 0x38 },
		{ PATTERN_TRANSPOSE, 0x0a, 0x11 }, { PATTERN_TORNADO, 0, 31 }, { PATTERN_TORNADO, 40, 7 },
	};

	for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
		struct workload_config c = config(0.5);
		struct asked *a;

		c.pattern = known[i].pattern;
		c.own = true;
		a = ask(&c);
		assert_true(a->from[known[i].node] && a->pair[known[i].node][known[i].to] == a->from[known[i].node]);
		for (unsigned j = 0; j < NODES; j++)            /* a permutation: everybody hears from one */
			assert_true(a->to[j]);
		near(load_of(a, &c), 0.5, 0.005);
		free(a);
	}
}

TEST(fixed_points_are_silent)
{
	struct workload_config c = config(0.5);
	struct asked *a;

	c.pattern = PATTERN_BIT_REVERSAL;
	a = ask(&c);
	assert_int_equal(a->from[0x00], 0);
	assert_int_equal(a->from[0x21], 0);
	assert_int_equal(a->from[0x12], 0);
	near(load_of(a, &c), 0.5 * 56 / 64, 0.005);     /* eight palindromes of six bits */
	free(a);
}

TEST(hot_spots_take_shares_of_the_traffic)
{
	struct workload_config c = config(0.8);
	struct asked *a;
	uint64_t others = 0;

	c.hot_spots = 2;
	c.hot[0] = (struct hot_spot){ .node = 6, .share = 0.1, .from = 0, .to = UINT64_MAX };
	c.hot[1] = (struct hot_spot){ .node = 9, .share = 0.2, .from = END / 2, .to = END * 3 / 4 };
	a = ask(&c);
	for (unsigned i = 0; i < NODES; i++)
		others += i != 6 && i != 9 ? a->to[i] : 0;
	/* What the second one would take goes round when it is over, and so does what the hot nodes would send to themselves. */
	near((double)a->to[6] / (double)a->packets, 0.1 * 63 / 64 + 0.85 / 64, 0.002);
	near((double)a->to[9] / (double)a->packets, 0.2 / 4 * 63 / 64 + 0.85 / 64, 0.002);
	near((double)others / (double)a->packets, 0.85 * 62 / 64, 0.003);
	near(load_of(a, &c), 0.8, 0.004);
	assert_int_equal(a->pair[6][6] + a->pair[9][9], 0);
	free(a);
}

TEST(hot_spots_take_shares_of_the_sources)
{
	struct workload_config c = config(0.4);
	struct asked *a;
	unsigned sources = 0;
	uint64_t hot = 0;

	c.hot_spots = 1;
	c.hot[0] = (struct hot_spot){ .node = 32, .of_sources = true, .share = 0.25, .load = 1, .from = 50000, .to = 75000 };
	a = ask(&c);
	for (unsigned i = 0; i < NODES; i++) {
		if (a->pair[i][32] < a->from[i])
			continue;
		sources++;
		hot += a->from[i];
		near((double)a->from[i], 25000.0 / FLITS, 300);
	}
	assert_int_equal(sources, 16);
	assert_true(a->pair[32][0] > 0);                /* the hot node itself goes on as the pattern says */
	near((double)(a->packets - hot) * FLITS / END, 0.4 * 48, 0.1);
	free(a);

	c.load = 0;                                     /* nothing but the hot spot: its times show */
	a = ask(&c);
	assert_int_equal(a->to[32], a->packets);
	assert_true(a->first >= 50000 && a->first < 50100 && a->last < 75000 && a->last > 74900);
	free(a);
}

/* All packets that are wanted from its first cycle on and before its last one, and no others, are for a hot spot that takes all traffic. */
TEST(hot_spots_have_their_times)
{
	enum { HOT = 6, FROM = 5000, TO = 6000 };
	struct workload_config c = config(0.8);
	unsigned at[4] = { 0 };
	struct workload *w;
	struct demand d;

	c.pattern = PATTERN_COMPLEMENT;
	c.end = 2 * TO;
	c.hot_spots = 1;
	c.hot[0] = (struct hot_spot){ .node = HOT, .share = 1, .from = FROM, .to = TO };
	w = begin(&c);
	for (unsigned i = 0; i < NODES; i++)
		while (workload_next(w, i, &d)) {
			if (i == HOT || i == NODES - 1 - HOT)
				continue;
			assert_int_equal(d.destination == HOT, d.cycle >= FROM && d.cycle < TO);
			at[0] += d.cycle == FROM - 1;
			at[1] += d.cycle == FROM;
			at[2] += d.cycle == TO - 1;
			at[3] += d.cycle == TO;
		}
	assert_true(at[0] && at[1] && at[2] && at[3]);
	workload_free(w);
}

/* Whatever the seed: exactly so many, and never the hot node. */
TEST(sources_of_hot_spots_are_counted)
{
	struct workload_config c = workload_default(4, FLITS, 0);

	c.end = 1000;
	c.hot_spots = 1;
	c.hot[0] = (struct hot_spot){ .node = 1, .of_sources = true, .share = 0.5, .load = 1, .to = UINT64_MAX };
	for (c.seed = 0; c.seed < 100; c.seed++) {
		struct asked *a = ask(&c);

		assert_int_equal(!!a->from[0] + !!a->from[2] + !!a->from[3], 2);
		assert_int_equal(a->from[1], 0);
		free(a);
	}
}

/* Packets that follow each other at link rate are one burst, as are bursts that happen to meet. */
TEST(bursts_have_their_length)
{
	struct workload_config c = config(0.3);
	struct asked *a;

	c.arrivals = ARRIVALS_BURSTY;
	c.burst_packets = 10;
	a = ask(&c);
	near(load_of(a, &c), 0.3, 0.004);               /* three times what 48,000 silences deviate by */
	near((double)a->packets / (double)a->bursts, 10, 0.5);
	free(a);
}

static int descending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x < y) - (x > y);
}

/* Hill's estimator of the tail index, from the `tail` longest. */
static double tail_index(double *length, size_t n, size_t tail)
{
	double sum = 0;

	assert_true(n > 4 * tail);
	qsort(length, n, sizeof *length, descending);
	for (size_t i = 0; i < tail; i++)
		sum += log(length[i] / length[tail]);
	return (double)tail / sum;
}

static double mean_of(const double *length, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += length[i];
	return sum / (double)n;
}

/* by: three times what the means of 400,000 bursts and silences deviate by, relative. */
static void check_self_similar(double shape, double by)
{
	enum { MOST = 400000, TAIL = 4000 };
	struct workload_config c = config(0.4);
	double *bursts = calloc(MOST, sizeof *bursts), *gaps = calloc(MOST, sizeof *gaps), flits = 0;
	size_t n = 0, silences = 0;
	struct workload *w;
	struct demand d;

	assert_true(bursts && gaps);
	c.arrivals = ARRIVALS_SELF_SIMILAR;
	c.pareto_shape = shape;
	c.end = 10 * END;
	w = begin(&c);
	for (unsigned i = 0; i < NODES; i++)
		for (uint64_t out = 0; workload_next(w, i, &d) && n < MOST; out = d.cycle + d.flits) {
			flits += d.flits;
			if (d.cycle == out) {
				bursts[n]++;
				continue;
			}
			gaps[silences++] = (double)(d.cycle - out);
			bursts[++n] = 1;
		}
	workload_free(w);
	near(mean_of(bursts, n) / c.burst_packets, 1, by);
	near(mean_of(gaps, silences) / (c.burst_packets * FLITS * 0.6 / 0.4), 1, by);
	near(tail_index(bursts, n, TAIL), shape, 0.15);
	near(tail_index(gaps, silences, TAIL), shape, 0.15);
	near(flits / ((double)NODES * (double)c.end), 0.4, 0.03);
	free(bursts);
	free(gaps);
}

static void check_pareto_mean(double shape, double mean)
{
	enum { DRAWS = 2000000 };
	const struct pareto p = pareto_of_mean(shape, mean);
	struct rng r = rng_seed(13, 0);
	double sum = 0;

	for (unsigned i = 0; i < DRAWS; i++)
		sum += (double)pareto_draw(&p, &r);
	near(sum / DRAWS / mean, 1, 0.03);
}

TEST(self_similar_has_pareto_tails)
{
	check_pareto_mean(1.6, 1.5);
	check_pareto_mean(1.8, 100);
	check_self_similar(1.5, 0.03);
	check_self_similar(1.8, 0.015);
}

/* On-off: every burst has its length, the last packet is what is left of it, and silences are exponential: their deviation is their mean. */
TEST(bursts_are_of_a_length)
{
	enum { BURST = 61 };
	struct workload_config c = config(0.3);
	double gaps = 0, squares = 0;
	uint64_t n = 0, flits = 0;
	struct workload *w;
	struct demand d;

	c.arrivals = ARRIVALS_ON_OFF;
	c.burst_flits[0] = BURST;
	w = begin(&c);
	for (unsigned i = 0; i < NODES; i++) {
		uint64_t out = 0;
		uint32_t left = 0, to = 0;

		for (; workload_next(w, i, &d); out = d.cycle + d.flits, flits += d.flits, left -= d.flits) {
			if (left) {
				assert_true(d.cycle == out && d.destination == to);
			} else {
				gaps += (double)(d.cycle - out);
				squares += pow((double)(d.cycle - out), 2);
				n++;
				left = BURST;
				to = d.destination;
			}
			assert_int_equal(d.flits, left < FLITS ? left : FLITS);
		}
	}
	workload_free(w);
	near((double)flits / ((double)NODES * END), 0.3, 0.005);
	near(gaps / (double)n, BURST * 0.7 / 0.3, 3);
	near(sqrt(squares / (double)n - pow(gaps / (double)n, 2)) / (gaps / (double)n), 1, 0.03);
}

/* Against the distribution function, at lengths over the whole range; and the mean of 64 to 2048 bytes at shape 1.3, in flits of 8 bytes. */
TEST(pareto_lengths_are_bounded)
{
	enum { DRAWS = 1000000, LOW = 8, HIGH = 256 };
	static const double shape = 1.3;
	const struct bounded_pareto p = bounded_pareto_of(shape, LOW, HIGH);
	uint64_t *count = calloc(HIGH + 2, sizeof *count), upto = 0;
	struct rng r = rng_seed(17, 0);
	double sum = 0;

	assert_non_null(count);
	for (unsigned i = 0; i < DRAWS; i++) {
		const uint64_t flits = bounded_pareto_draw(&p, &r);

		assert_in_range(flits, LOW, HIGH);
		count[flits]++;
		sum += (double)flits;
	}
	near(8 * bounded_pareto_mean(shape, LOW, HIGH), 181.3, 0.2);
	near(sum / DRAWS, bounded_pareto_mean(shape, LOW, HIGH), 0.15);
	for (unsigned flits = LOW; flits < HIGH; flits++) {
		/* A length between two numbers is rounded to either: up to half a flit more is counted here on average. */
		const double below = (1 - pow((double)LOW / (flits + 0.5), shape)) / (1 - pow((double)LOW / HIGH, shape));

		upto += count[flits];
		near((double)upto / DRAWS, below, flits < 2 * LOW ? 0.02 : 0.002);
	}
	free(count);
}

TEST(pareto_lengths_keep_the_load)
{
	struct workload_config c = config(0.6);
	struct asked *a;

	c.packet_flits = 40;
	c.length_shape = 1.5;
	c.length_least = 2;
	c.length_most = 40;
	a = ask(&c);
	near(load_of(a, &c), 0.6, 0.01);
	near((double)a->flits / (double)a->packets, bounded_pareto_mean(1.5, 2, 40), 0.1);
	free(a);
}

TEST(what_does_not_fit_is_refused)
{
	struct workload_config c = config(0.5);

	c.nodes = 48;
	c.pattern = PATTERN_SHUFFLE;
	refused(c, "48 nodes are no power of two");
	c.nodes = 32;
	c.pattern = PATTERN_TRANSPOSE;
	refused(c, "32 nodes are no square");
	c = config(0.5);
	c.hot_spots = 1;
	c.hot[0] = (struct hot_spot){ .node = NODES, .share = 0.5, .to = 1 };
	refused(c, "no node 64");
	c.hot[0].node = 1;
	c.hot[0].from = 1;
	refused(c, "ends before it begins");
	c.hot_spots = 2;
	c.hot[0].to = c.hot[1].to = 2;
	c.hot[1].share = 0.6;
	refused(c, "add up to 1.1");
}
