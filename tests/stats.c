/* Statistics against plain counting: percentiles against sorted values, bins against division, shards against one. */
#include "net/results/stats_report.h"
#include "rng.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

TEST(buckets_follow_each_other)
{
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		const uint64_t low = histogram_low(i);

		assert_int_equal(histogram_bucket(low), i);
		if (i) {
			assert_int_equal(histogram_bucket(low - 1), i - 1);
			assert_true(i <= 2 * HISTOGRAM_STEPS || low - histogram_low(i - 1) <= low / HISTOGRAM_STEPS);
		}
	}
	assert_int_equal(histogram_bucket(UINT64_MAX), HISTOGRAM_BUCKETS - 1);
}

TEST(quantiles_match_sorted_values)
{
	enum { MOST = 20000 };
	static const double ps[] = { 0, 0.001, 0.5, 0.9, 0.99, 0.999, 1 };
	uint64_t *v = calloc(MOST, sizeof *v);
	struct histogram *h = calloc(1, sizeof *h);
	struct rng r = rng_seed(3, 0);

	assert_true(v && h);
	for (unsigned round = 0; round < 60; round++) {
		const unsigned n = 1 + rng_below(&r, round % 2 ? MOST : 50), bits = 1 + rng_below(&r, 30);
		uint64_t sum = 0;

		memset(h, 0, sizeof *h);
		for (unsigned i = 0; i < n; i++) {
			v[i] = rng_log_below(&r, 1u << bits);
			sum += v[i];
			histogram_add(h, v[i]);
		}
		qsort(v, n, sizeof *v, ascending);
		assert_true(h->n == n && h->sum == sum && h->max == v[n - 1]);
		assert_true(fabs(histogram_mean(h) - (double)sum / n) < 1e-9 * (double)sum + 1e-12);
		for (unsigned i = 0; i < sizeof ps / sizeof *ps; i++) {
			const uint64_t rank = (uint64_t)ceil(ps[i] * n), exact = v[rank ? rank - 1 : 0];
			const double is = histogram_quantile(h, ps[i]);

			if (!(fabs(is - (double)exact) <= (exact < 64 ? 0 : (double)exact / 32)))
				fail_msg("of %u: quantile %g is %g, sorted %ju", n, ps[i], is, (uintmax_t)exact);
		}
	}
	free(v);
	free(h);
}

static struct stats *begin(unsigned nodes, unsigned shards, uint64_t warmup, uint64_t end, uint64_t bin, unsigned links)
{
	const struct stats_config c = { .nodes = nodes, .shards = shards, .packet_flits = 8, .warmup = warmup, .end = end, .bin = bin, .links = links };
	struct stats *s = stats_new(&c);

	assert_non_null(s);
	return s;
}

/* In which what happens in that cycle is counted. */
static uint64_t bin_of(struct stats_shard *s, uint64_t cycle)
{
	stats_recent_of(s, cycle);
	return (uint64_t)(s->bin - s->bins);
}

TEST(bins_are_found_by_division)
{
	static const uint64_t sizes[] = { 2, 3, 7, 10, 64, 1000, 1023, 99991, 1 << 20, STATS_BIN - 1, STATS_BIN };
	struct rng r = rng_seed(5, 0);

	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		const uint64_t bin = sizes[i], end = bin < 1000 ? bin * 1000 + 1 : bin > 1 << 20 ? STATS_CYCLES : bin * 777 - 1;
		struct stats *s = begin(2, 1, 0, end, bin, 0);

		assert_int_equal(s->n_bins, (end + bin - 1) / bin);
		for (unsigned k = 0; k < 20000; k++) {
			const uint64_t edge = rng_next(&r) % s->n_bins * bin, cycle = edge + k % 3 - (edge && k % 3 ? 2 : 0);

			if (cycle < end)
				assert_int_equal(bin_of(&s->shard[0], cycle), cycle / bin);
		}
		assert_int_equal(bin_of(&s->shard[0], end - 1), s->n_bins - 1);
		assert_int_equal(bin_of(&s->shard[0], end), s->n_bins);
		assert_int_equal(bin_of(&s->shard[0], UINT64_MAX), s->n_bins);
		stats_free(s);
	}
}

static char *text_of(struct stats *s)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	assert_non_null(f);
	stats_merge(s);
	stats_write_series(s, f);
	stats_write_histogram(s, f);
	stats_write_nodes(s, f);
	fclose(f);
	return text;
}

enum { NOBODY = UINT16_MAX };    /* a source that there is not */

/* One packet of a source. */
static void injected(struct stats_shard *s, uint64_t cycle, unsigned source, unsigned flits)
{
	uint64_t *const sent = stats_sources(s, cycle);

	stats_injected(s, cycle, 1, flits);
	if (sent)
		sent[source] += flits;
}

/* The same packets in one shard, or dealt out to five in another order. */
TEST(shards_make_no_difference)
{
	enum { PACKETS = 5000, NODES = 10, END = 20000 };
	struct stats *one = begin(NODES, 1, 3000, END, 700, 0), *five = begin(NODES, 5, 3000, END, 700, 0);
	struct stats_report a, b;
	char *text[2];

	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned k = 0; k < PACKETS; k++) {
			const unsigned i = pass ? PACKETS - 1 - k : k;
			struct rng r = rng_seed(9, i);
			struct stats_shard *s = pass ? &five->shard[rng_below(&r, 5)] : (rng_below(&r, 5), &one->shard[0]);
			const uint64_t t = rng_below(&r, END), u = t + rng_below(&r, 300), v = u + 1 + rng_below(&r, 4000);
			const unsigned flits = 1 + rng_below(&r, 8);

			stats_generated(s, t, flits);
			injected(s, u, i % NODES, flits);
			stats_delivered(s, v, t, u, NOBODY, i * 7 % NODES, flits, 1 + i % 5);
			if (i % 10 == 0 && i / 10 < one->n_samples)
				stats_saqs(s, i / 10 * one->sample, i);
		}
	text[0] = text_of(one);
	text[1] = text_of(five);
	assert_string_equal(text[0], text[1]);
	assert_memory_equal(&one->shard[0].totals, &five->shard[0].totals, sizeof one->shard[0].totals);
	a = stats_report(one);
	b = stats_report(five);
	assert_memory_equal(&a, &b, sizeof a);
	free(text[0]);
	free(text[1]);
	stats_free(one);
	stats_free(five);
}

/* Loads count what happened in the window, latencies what was generated in it. */
TEST(window_and_drain)
{
	struct stats *s = begin(2, 1, 1000, 2000, 100, 3);
	struct stats_shard *h = &s->shard[0];
	struct stats_report r;

	stats_generated(h, 999, 8);
	injected(h, 1000, 0, 8);
	stats_delivered(h, 1010, 999, 1000, NOBODY, 1, 8, 3);           /* received in the window, generated before */
	stats_generated(h, 1000, 4);
	injected(h, 1999, 1, 4);
	stats_delivered(h, 2500, 1000, 1999, NOBODY, 0, 4, 2);          /* generated in it, received behind */
	stats_generated(h, 1500, 6);                            /* never sent */
	assert_true(!stats_links(h, 999) && !stats_links(h, 2000));
	stats_links(h, 1999)[1] += 4;
	stats_saqs(h, 50, 9);
	stats_saqs(h, 1500, 3);
	stats_merge(s);
	r = stats_report(s);
	assert_true(r.accepted_load == 8.0 / 2000 && r.injected_load == 12.0 / 2000 && r.generated_load == 10.0 / 2000);
	assert_true(r.behind == 0);                             /* more was sent than wanted: what was left from before */
	assert_true(r.least_accepted == 0 && r.most_accepted == 8.0 / 1000);
	assert_true(h->latency.n == 1 && r.latency_mean == 1500 && r.network_mean == 501 && r.latency_p99 == 1500);
	assert_true(h->totals.flit_hops == 8 * 3 + 4 * 2 && r.hops_mean == 2.5);
	assert_true(h->totals.generated_packets == 3 && h->totals.injected_packets == 2 && h->totals.delivered_packets == 2);
	assert_true(s->link_flits[1] == 4 && !s->link_flits[0] && !s->link_flits[2]);
	assert_true(r.saqs_peak == 9 && r.saqs_mean == 3.0 / 100);
	assert_true(h->bins[10].delivered_flits == 8 && h->bins[s->n_bins].delivered_flits == 4);
	assert_int_equal(r.verdict, STATS_SHORT);
	assert_true(r.cold_accepted == r.accepted_load && r.cold_latency == 1500);
	s->config.hot_nodes = 1;
	s->config.hot[0] = 1;
	r = stats_report(s);
	assert_true(r.cold_accepted == 0 && r.cold_latency == 1500);
	s->config.hot[0] = 0;
	r = stats_report(s);
	assert_true(r.cold_accepted == 8.0 / 1000 && r.cold_latency == 0);
	stats_free(s);
}

/* Packets of 8 flits that are wanted, and received, in one cycle. */
static void served(struct stats_shard *s, unsigned source, unsigned destination, unsigned wanted, unsigned received)
{
	for (unsigned i = 0; i < wanted; i++) {
		stats_demand(s, false, source, &(struct demand){ .cycle = 500, .destination = destination, .flits = 8 });
	}
	for (unsigned i = 0; i < received; i++) {
		stats_delivered(s, 500, 500, 500, source, destination, 8, 1);
	}
}

/* The least part, of pairs, nodes, and pairs of neighbours, of 8,000 packets; of n of these, 4 roots of n are chance. */
TEST(least_served_part_of_a_pattern)
{
	static const struct { unsigned from_0, from_2, from_3; double part, n; } rows[] = {
		{ 1000, 2000, 4000, 1000 / 2000.0, 2000 },      /* 0 to 1 */
		{ 2000, 1200, 4000, 1200 / 2000.0, 2000 },      /* 2 to 1 */
		{ 1600, 1600, 4000, 3200 / 4000.0, 4000 },      /* to 1 */
		{ 2000, 1400, 2800, 4200 / 6000.0, 6000 },      /* 2 and 3 to 0 and 1 */
		{ 1900, 1950, 3900, 7750 / 8000.0, INFINITY },  /* as is accepted of all */
	};

	for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
		struct stats *s = begin(4, 2, 0, 1000, 100, 0);
		struct stats_report r;

		served(&s->shard[0], 0, 1, 2000, rows[k].from_0);
		served(&s->shard[1], 2, 1, 2000, rows[k].from_2);
		served(&s->shard[0], 3, 0, 4000, rows[k].from_3);
		stats_merge(s);
		r = stats_report(s);
		assert_true(fabs(r.pattern_accepted - (rows[k].part + 4 / sqrt(rows[k].n)) * 8000 * 8 / 4000) < 1e-9);
		stats_free(s);
	}
}

/* What sources are behind: of the flits wanted in the window, by how many those sent in it are fewer. */
TEST(sources_behind)
{
	static const struct { unsigned wanted, sent; double behind; } rows[] = {
		{ 50, 50, 0 }, { 50, 51, 0 }, { 50, 49, 0.02 }, { 50, 25, 0.5 }, { 64, 63, 1.0 / 64 }, { 50, 0, 1 }, { 0, 0, 0 }, { 0, 3, 0 },
	};

	for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
		struct stats *s = begin(2, 1, 1000, 2000, 100, 0);

		for (unsigned i = 0; i < rows[k].wanted; i++)
			stats_generated(&s->shard[0], 1000 + 7 * i, 8);
		for (unsigned i = 0; i < rows[k].sent; i++)
			injected(&s->shard[0], 1000 + 8 * i, i % 2, 8);
		stats_generated(&s->shard[0], 999, 8);
		stats_generated(&s->shard[0], 2000, 8);
		injected(&s->shard[0], 999, 0, 8);
		injected(&s->shard[0], 2000, 0, 8);
		stats_merge(s);
		assert_true(fabs(stats_report(s).behind - rows[k].behind) < 1e-12);
		stats_free(s);
	}
}

/* The same of each service level, whatever the shards; where there is one level, it is everything. */
TEST(levels_are_counted_one_by_one)
{
	const struct stats_config c = { .nodes = 2, .shards = 2, .sls = 3, .packet_flits = 8, .warmup = 1000, .end = 2000, .bin = 100 };
	struct stats *s = stats_new(&c), *single;
	struct stats_level_report r[3], all;

	assert_non_null(s);
	stats_demand(&s->shard[0], true, 0, &(struct demand){ .cycle = 999, .flits = 8, .sl = 0 });
	stats_level_delivered(&s->shard[0], 0, 1010, 999, 1000, 8);
	stats_demand(&s->shard[1], true, 0, &(struct demand){ .cycle = 1000, .flits = 4, .sl = 2 });
	stats_level_delivered(&s->shard[1], 2, 1500, 1000, 1400, 4);
	stats_demand(&s->shard[0], true, 0, &(struct demand){ .cycle = 1999, .flits = 6, .sl = 2 });
	stats_level_delivered(&s->shard[0], 2, 2000, 1999, 1999, 6);
	stats_merge(s);
	for (unsigned sl = 0; sl < 3; sl++)
		r[sl] = stats_level_report(s, sl);
	assert_true(r[0].generated_load == 0 && r[0].accepted_load == 8.0 / 2000 && r[0].latency_mean == 0 && r[0].delivered_packets == 1);
	assert_true(r[1].generated_load == 0 && r[1].accepted_load == 0 && r[1].delivered_packets == 0);
	assert_true(r[2].generated_load == 10.0 / 2000 && r[2].accepted_load == 4.0 / 2000 && r[2].delivered_packets == 2);
	assert_true(r[2].latency_mean == 250.5 && r[2].latency_max == 500 && r[2].latency_p99 >= 496 && r[2].network_mean == 50.5);
	stats_free(s);

	single = begin(2, 1, 1000, 2000, 100, 0);
	assert_null(single->shard[0].levels);
	stats_generated(&single->shard[0], 1000, 8);
	stats_delivered(&single->shard[0], 1100, 1000, 1000, NOBODY, 1, 8, 3);
	stats_merge(single);
	all = stats_level_report(single, 0);
	assert_true(all.generated_load == 8.0 / 2000 && all.accepted_load == 8.0 / 2000 && all.latency_mean == 100 && all.delivered_packets == 1);
	stats_free(single);
}

/* A load is a part of what links carry, which may be less than a flit a cycle. */
TEST(loads_are_of_the_links)
{
	const struct stats_config c = { .nodes = 2, .shards = 1, .sls = 2, .packet_flits = 8, .link_n = 3, .link_d = 2, .warmup = 1000, .end = 2200, .bin = 100 };
	struct stats *s = stats_new(&c);
	struct stats_report r;
	struct stats_level_report both;

	assert_non_null(s);
	for (unsigned sl = 0; sl < 2; sl++) {
		stats_demand(&s->shard[0], true, 0, &(struct demand){ .cycle = 1000, .flits = 8, .sl = sl & 1 });
		stats_delivered(&s->shard[0], 1100, 1000, 1000, NOBODY, sl, 8, 3);
		stats_level_delivered(&s->shard[0], sl, 1100, 1000, 1000, 8);
	}
	stats_merge(s);
	r = stats_report(s);
	assert_true(r.generated_load == 0.01 && r.accepted_load == 0.01 && r.least_accepted == 0.01);
	both = stats_levels_sum(s, 3);
	assert_true(both.accepted_load == 0.01 && both.generated_load == 0.01 && both.delivered_packets == 2);
	assert_true(stats_levels_sum(s, 2).accepted_load == 0.005);
	stats_free(s);
}

/* A node that wants `wanted` flits a cycle and gets `gets`; latency rises from `early` to `late`. */
static enum stats_verdict verdict_of(bool trace, double wanted, double gets, double early, double late, uint64_t bin)
{
	enum { NODES = 4, WARMUP = 5000, END = 25000 };
	struct stats *s = begin(NODES, 1, WARMUP, END, bin, 0);
	enum stats_verdict v;
	double generated = 0, delivered = 0;

	for (uint64_t t = 0; t < END; t++) {
		const uint64_t latency = (uint64_t)(early + (late - early) * (double)t / END);

		for (generated += wanted; generated >= 8; generated -= 8)
			for (unsigned i = 0; i < NODES; i++)
				stats_generated(&s->shard[0], t, 8);
		for (delivered += gets; delivered >= 8; delivered -= 8)
			for (unsigned i = 0; i < NODES; i++) {
				injected(&s->shard[0], t, i, 8);
				stats_delivered(&s->shard[0], t + 1, t < latency ? 0 : t + 1 - latency, t, NOBODY, i, 8, 3);
			}
	}
	stats_merge(s);
	s->config.trace = trace;
	v = stats_report(s).verdict;
	stats_free(s);
	return v;
}

static enum stats_verdict verdict(double wanted, double gets, double early, double late, uint64_t bin)
{
	return verdict_of(false, wanted, gets, early, late, bin);
}

TEST(verdicts)
{
	assert_int_equal(verdict(0.5, 0.5, 100, 100, 1000), STATS_STEADY);
	assert_int_equal(verdict(0.5, 0.495, 100, 104, 1000), STATS_STEADY);
	assert_int_equal(verdict(0.5, 0.5, 100, 150, 1000), STATS_CHANGING);
	assert_int_equal(verdict(0.9, 0.8, 100, 100, 1000), STATS_SATURATED);
	assert_int_equal(verdict(0.9, 0.8, 100, 100, 5000), STATS_SATURATED);
	assert_int_equal(verdict(0.5, 0.5, 100, 100, 5000), STATS_SHORT);
	assert_int_equal(verdict(0.01, 0.01, 100, 100, 1000), STATS_SHORT);
	assert_int_equal(verdict_of(true, 0.9, 0.8, 100, 100, 1000), STATS_TRACE);
	assert_int_equal(verdict_of(true, 0.5, 0.5, 100, 150, 1000), STATS_TRACE);
}
