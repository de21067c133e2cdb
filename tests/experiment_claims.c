/* Claims are judged by what the rows say, up to the edges of what they allow. */
#include "claims.h"
#include "results.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST(column, points) { .of = TERM_MOST, .where = points, .y = column, .x = column, ALWAYS }
#define LEAST(column, points, first, end) { .of = TERM_LEAST, .where = points, .y = column, .x = "cycle", .from = first, .to = end }
#define MEAN(column, points, first, end) { .of = TERM_MEAN, .where = points, .y = column, .x = "cycle", .from = first, .to = end }
#define KNEE(column, points, limit) { .of = TERM_KNEE, .where = points, .y = column, .x = "load", ALWAYS, .level = limit }
#define RECOVERY(column, points, first, limit) \
	{ .of = TERM_RECOVERY, .where = points, .y = column, .x = "cycle", .from = first, .to = INFINITY, .level = limit }
#define AT_LEAST(number) .low = number, .high = INFINITY
#define BETWEEN(least, most) .low = least, .high = most
#define EXPECT(number, tolerance) .expected = number, .low = number - tolerance, .high = number + tolerance

/* Over load, and over time. */
static const struct axis loads[] = { { "saqs", "0 4", .quick = NULL }, { "load", "0.2 0.4 0.6 0.8", .quick = NULL }, { .option = NULL } };
static const struct axis times[] = { { "saqs", "0 4 8", .quick = NULL }, { .option = NULL } };

static struct lattice lattice;

static struct results *make(const struct axis *axes, const char *columns, unsigned rows, const char *const *row)
{
	unsigned of[16];
	struct results *r;

	lattice_make(&lattice, axes, false);
	for (unsigned i = 0; i < lattice.points; i++)
		of[i] = rows;
	r = results_new(&lattice, "", columns, of);
	assert_non_null(r);
	for (unsigned i = 0; i < lattice.points; i++)
		for (unsigned k = 0; k < rows; k++)
			assert_true(results_add(r, i, row[i * rows + k]));
	return r;
}

static struct results *over_load(void)
{
	return make(loads, "accepted latency", 1, (const char *[]){ "0.2,40", "0.4,60", "0.5,900", "0.45,1500", "0.2,40", "0.4,50", "0.6,70", "0.8,100" });
}

static struct results *over_time(void)
{
	return make(times, "cycle efficiency", 5, (const char *[]){
		"0,0.9", "100,0.2", "200,0.4", "300,0.3", "400,0.4",            /* never back at 0.8 */
		"0,0.9", "100,0.5", "200,0.8", "300,0.7", "400,0.8",            /* at 400 */
		"0,0.9", "100,0.8", "200,0.9", "300,0.8", "400,0.9" });         /* never away */
}

static void check(const struct results *r, struct term t, double number, bool beyond)
{
	const struct value v = term_value(r, &t);

	assert_int_equal(v.beyond, beyond);
	if (fabs(v.number - number) > 1e-9)
		fail_msg("%s of %s: %g, not %g", t.y, t.where, v.number, number);
}

TEST(terms)
{
	struct results *r = over_load();

	check(r, (struct term)MOST("accepted", "saqs=0"), 0.5, false);
	check(r, (struct term)MOST("accepted", ""), 0.8, false);
	check(r, (struct term)MOST("accepted", "saqs=4 load=0.6"), 0.6, false);
	check(r, (struct term)KNEE("latency", "saqs=0", 100), 0.4, false);
	check(r, (struct term)KNEE("latency", "saqs=0", 900), 0.6, false);
	check(r, (struct term)KNEE("latency", "saqs=4", 100), 0.8, true);
	results_free(r);
	r = over_time();
	check(r, (struct term)MEAN("efficiency", "saqs=0", 100, 400), 0.3, false);
	check(r, (struct term)MEAN("efficiency", "saqs=0", 100, 401), 0.325, false);
	check(r, (struct term)LEAST("efficiency", "saqs=0", 0, 400), 0.2, false);
	check(r, (struct term)LEAST("efficiency", "saqs=0", 200, 400), 0.3, false);
	check(r, (struct term)RECOVERY("efficiency", "saqs=0", 100, 0.8), 300, true);
	check(r, (struct term)RECOVERY("efficiency", "saqs=4", 100, 0.8), 300, false);
	check(r, (struct term)RECOVERY("efficiency", "saqs=4", 100, 0.7), 100, false);
	check(r, (struct term)RECOVERY("efficiency", "saqs=8", 100, 0.8), 0, false);
	results_free(r);
}

/* What is not there says nothing. */
TEST(nothing)
{
	struct results *r = over_load();
	const struct term none[] = { MOST("accepted", "saqs=2"), MOST("colour", "saqs=0"), MEAN("accepted", "saqs=0", 0, 100), KNEE("latency", "saqs=0", 10) };

	for (unsigned i = 0; i < sizeof none / sizeof *none; i++) {
		const struct claim c = { .says = "x", .ours = none[i], AT_LEAST(0) };

		assert_true(isnan(term_value(r, &none[i]).number));
		assert_int_equal(claim_judge(&c, r).verdict, CLAIM_UNKNOWN);
	}
	results_free(r);
}

static enum verdict judge(const struct results *r, struct term ours, struct term against, double low, double high)
{
	const struct claim c = { .says = "x", .ours = ours, .against = against, BETWEEN(low, high) };

	return claim_judge(&c, r).verdict;
}

TEST(verdicts)
{
	const struct term half = MOST("accepted", "saqs=0"), most = MOST("accepted", "saqs=4"), none = { .of = TERM_NONE };
	struct results *r = over_load();

	assert_int_equal(judge(r, half, none, 0.5, 0.6), CLAIM_HOLDS);
	assert_int_equal(judge(r, half, none, 0.4, 0.5), CLAIM_HOLDS);
	assert_int_equal(judge(r, half, none, 0.501, 0.6), CLAIM_LOWER);
	assert_int_equal(judge(r, half, none, 0.4, 0.499), CLAIM_HIGHER);
	assert_int_equal(judge(r, half, most, 0.62, 0.63), CLAIM_HOLDS);
	assert_int_equal(judge(r, half, most, 0.63, INFINITY), CLAIM_LOWER);
	assert_int_equal(judge(r, half, (struct term)CONSTANT(0.25), 2, 2), CLAIM_HOLDS);
	results_free(r);
	r = over_time();
	assert_int_equal(judge(r, (struct term)RECOVERY("efficiency", "saqs=0", 100, 0.8), none, 200, INFINITY), CLAIM_HOLDS);
	assert_int_equal(judge(r, (struct term)RECOVERY("efficiency", "saqs=0", 100, 0.8), none, 500, INFINITY), CLAIM_UNKNOWN);
	assert_int_equal(judge(r, (struct term)RECOVERY("efficiency", "saqs=4", 100, 0.8), none, 500, INFINITY), CLAIM_LOWER);
	results_free(r);
}

TEST(table)
{
	static const struct claim claims[] = {
		{ "half", "about 0.5", MOST("accepted", "saqs=0"), BETWEEN(0.4, 0.6) },
		{ "number", .ours = MOST("accepted", "saqs=4"), EXPECT(0.75, 0.02) },
		{ "two", "x", MOST("accepted", "saqs=2"), AT_LEAST(0) },
		{ .says = NULL },
	};
	struct results *r = over_load();
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	claims_write(claims, "paper", r, true, f);
	fclose(f);
	assert_string_equal(text, "| claim  | paper     | ours    | difference | holds?     |\n"
				  "|--------|-----------|---------|------------|------------|\n"
				  "| half   | about 0.5 | 0.500   | -          | yes        |\n"
				  "| number | 0.750     | 0.800   | +0.050     | no: higher |\n"
				  "| two    | x         | not run | -          | not known  |\n");
	free(text);
	results_free(r);
}
