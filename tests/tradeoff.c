/* The parts of `sluice tradeoff`: fronts are what their definition says, axes hold their values at round ticks, rows and sums are right. */
#include "chart.h"
#include "digest.h"
#include "rng.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OFFERS = 60, ROUNDS = 200, SEED = 1 };

/* Small whole numbers, so that ties are many. Of each group: whatever is not on the front is beaten by something that is,
 * nothing on the front is beaten by anything. */
TEST(front_is_what_nothing_beats)
{
	struct offer o[OFFERS];
	struct rng rng = rng_seed(SEED, 0);

	for (unsigned round = 0; round < ROUNDS; round++) {
		unsigned fronts = 0;

		for (unsigned i = 0; i < OFFERS; i++)
			o[i] = (struct offer){ .cost = rng_below(&rng, 8), .gain = rng_below(&rng, 8), .group = rng_below(&rng, 3) };
		pareto_front(o, OFFERS);
		for (unsigned i = 0; i < OFFERS; i++) {
			bool beaten = false, by_front = false;

			for (unsigned k = 0; k < OFFERS; k++) {
				const bool cheaper = o[k].cost < o[i].cost, dearer = o[k].cost > o[i].cost;
				const bool better = o[k].gain > o[i].gain, worse = o[k].gain < o[i].gain;

				if (o[k].group != o[i].group || dearer || worse || (!cheaper && !better))
					continue;
				beaten = true;
				by_front = by_front || o[k].front;
			}
			assert_int_equal(o[i].front, !beaten);
			assert_int_equal(by_front, beaten);
			fronts += o[i].front;
		}
		assert_in_range(fronts, 1, OFFERS);
	}
}

TEST(equal_points_share_the_front)
{
	struct offer o[] = { { 1, 5, 0, false }, { 1, 5, 0, false }, { 1, 4, 0, false }, { 2, 5, 0, false }, { 2, 6, 0, false }, { 9, 1, 1, false } };

	pareto_front(o, 6);
	assert_true(o[0].front && o[1].front && !o[2].front && !o[3].front && o[4].front && o[5].front);
}

/* Step 1, 2 or 5 times a power of ten; ticks at its multiples; labels say exactly that. */
static void check_scale(double low, double high, unsigned most)
{
	const struct scale s = scale_of(low, high, most);
	const double lead = s.step / pow(10, floor(log10(s.step) + 1e-9)), slack = 1e-9 * s.step;
	char label[64];

	assert_true(fabs(lead - 1) < 1e-6 || fabs(lead - 2) < 1e-6 || fabs(lead - 5) < 1e-6);
	assert_true(s.low <= low + slack && s.high >= high - slack);
	assert_in_range(scale_ticks(&s), 3, most + 1);
	assert_true(fabs(scale_tick(&s, scale_ticks(&s) - 1) - s.high) <= slack);
	assert_true(fabs(scale_at(&s, s.low)) < 1e-9 && fabs(scale_at(&s, s.high) - 1) < 1e-9);
	for (unsigned i = 0; i < scale_ticks(&s); i++) {
		scale_label(&s, i, label, sizeof label);
		assert_true(fabs(strtod(label, NULL) - scale_tick(&s, i)) <= 1e-6 * s.step);
	}
}

TEST(scales_are_round)
{
	struct rng rng = rng_seed(SEED, 1);

	for (unsigned i = 0; i < 20000; i++) {
		const double low = (rng_below(&rng, 2000) - 0.0) / 1000, wide = pow(10, (double)rng_below(&rng, 8) - 4) * (1 + rng_below(&rng, 1000));

		check_scale(low, low + wide, 3 + rng_below(&rng, 8));
	}
	check_scale(0, 0, 6);
	check_scale(0.5, 0.5, 6);
	check_scale(0, 1, 6);
	check_scale(0.28, 0.97, 6);
}

static void check_outliers(const double *value, unsigned n, bool at_high, double low, double high)
{
	double sorted[OFFERS], is_low = value[0], is_high = value[0];

	memcpy(sorted, value, n * sizeof *value);
	for (unsigned i = 0; i < n; i++) {
		is_low = fmin(is_low, value[i]);
		is_high = fmax(is_high, value[i]);
	}
	scale_without_outliers(sorted, n, at_high, &is_low, &is_high);
	assert_true(fabs(is_low - low) < 1e-12 && fabs(is_high - high) < 1e-12);
}

/* One of few, a tenth of many; only where it helps, only at the end that is asked for, and never all but one. */
TEST(outliers_do_not_stretch_a_scale)
{
	const double one[] = { 0.9, 0.1, 0.8, 0.95 }, three[] = { 1, 2, 40 }, even[] = { 1, 2, 3, 4, 5, 6 }, equal[] = { 2, 2, 2, 2, 2, 50 };
	double many[30];

	for (unsigned i = 0; i < 30; i++)
		many[i] = i < 26 ? i : 1000 + i;
	check_outliers(one, 4, false, 0.8, 0.95);
	check_outliers(one, 4, true, 0.1, 0.95);
	check_outliers(three, 3, true, 1, 40);
	check_outliers(even, 6, true, 1, 6);
	check_outliers(equal, 6, true, 2, 50);
	check_outliers(many, 30, true, 0, 1029);
	check_outliers(many, 29, true, 0, 1028);
	check_outliers(many, 28, true, 0, 25);
}

TEST(sums_and_rows)
{
	struct point_figures p = { .value = { [FIGURE_nodes] = 64, [FIGURE_switches] = 48, [FIGURE_memory_mm2] = 1.5, [FIGURE_logic_mm2] = 2.5,
					      [FIGURE_memory_bits] = 286208, [FIGURE_uniform_accepted_load] = 0.96875, [FIGURE_hot_spot_accepted_load] = 0.5,
					      [FIGURE_uniform_latency_mean] = 41.26, [FIGURE_hot_spot_cold_latency_mean] = NAN } };
	char *text, columns[1024];
	size_t size;
	FILE *f;

	for (int synthesis = 0; synthesis < 2; synthesis++) {
		unsigned words = 1, cells = 1;

		figures_sum(&p, synthesis, 8);
		assert_true(fabs(p.value[FIGURE_switch_mm2] - (synthesis ? 4 : 1.5)) < 1e-12);
		assert_true(fabs(p.value[FIGURE_port_mm2] * 8 - p.value[FIGURE_switch_mm2]) < 1e-12);
		assert_true(fabs(p.value[FIGURE_node_mm2] - p.value[FIGURE_port_mm2] * 2 * 3) < 1e-12);      /* three stages */
		f = open_memstream(&text, &size);
		figures_row(&p, synthesis, f);
		fclose(f);
		figure_columns(synthesis, columns, sizeof columns);
		for (const char *c = columns; (c = strchr(c, ' ')); c++)
			words++;
		for (const char *c = text; (c = strchr(c, ',')); c++)
			cells++;
		assert_int_equal(words, cells);
		assert_int_equal(words, synthesis ? FIGURES : FIGURES - 4);
		assert_non_null(strstr(text, ",286208,"));
		assert_string_equal(text + size - strlen("0.9688,0.5000,41.3,,,,,\n"), "0.9688,0.5000,41.3,,,,,\n");
		free(text);
	}
}

/* Fronts are told for each value of the first axis apart, from the cells, and nothing but their cells changes. Less latency is better; without one a point is
 * not on that front. */
TEST(fronts_fill_their_cells)
{
	static const struct axis axes[] = { { .option = "radix", .values = "8 16" }, { .option = "slots", .values = "16 32 64" }, { .option = NULL } };
	static const char *const rows[] = {
		"1,0.5,0.5,30,,,,,", "2,0.7,0.4,20,9,,,,", "3,0.7,0.6,20,8,,,,",
		"9,0.1,0.1,7,,,,,", NULL, "10,0.1,0.2,8,,,,,",
	};
	static const char *const expected[] = {
		"1,0.5,0.5,30,,yes,yes,yes,no", "2,0.7,0.4,20,9,yes,no,yes,yes", "3,0.7,0.6,20,8,no,yes,no,yes",
		"9,0.1,0.1,7,,yes,yes,yes,no", NULL, "10,0.1,0.2,8,,no,yes,no,no",
	};
	const unsigned one[] = { 1, 1, 1, 1, 1, 1 };
	struct lattice l;
	struct results *r;

	lattice_make(&l, axes, false);
	r = results_new(&l, "# test\n",
			"port_mm2 uniform_accepted_load hot_spot_accepted_load uniform_latency_mean hot_spot_cold_latency_mean "
			"front_uniform_accepted_load front_hot_spot_accepted_load front_uniform_latency_mean front_hot_spot_cold_latency_mean", one);
	assert_non_null(r);
	for (unsigned i = 0; i < 6; i++)
		if (rows[i])
			assert_true(results_add(r, i, rows[i]));
	assert_true(digest_fronts(r));
	for (unsigned i = 0; i < 6; i++) {
		assert_int_equal(results_complete(r, i), expected[i] != NULL);
		if (expected[i])
			assert_string_equal(r->point[i].row[0], expected[i]);
	}
	results_free(r);
}
