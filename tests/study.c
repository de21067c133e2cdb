/* Files of sweeps are read as they are written, and refused with the line of the error; lists of values; intervals of confidence. */
#include "means.h"
#include "study.h"
#include "test.h"
#include "value_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TEST(lists)
{
	static const struct {
		const char *list, *words;
		unsigned n;
	} good[] = {
		{ "0.1,0.2", "0.1 0.2", 2 }, { "1..5", "1 2 3 4 5", 5 }, { "0.1..0.5:0.1", "0.1 0.2 0.3 0.4 0.5", 5 }, { " fifo , per-destination ", "fifo per-destination", 2 },
		{ "0.05..0.15:0.05, 1", "0.05 0.10 0.15 1", 4 }, { "3", "3", 1 }, { "0..10:4", "0 4 8", 3 }, { "1e3..3e3:1e3", "1000 2000 3000", 3 },
	};
	static const char *const bad[] = { "", ",", "1,,2", "1,1", "5..1", "1..3:0", "1..3:-1", "a..b", "1..2..3", "a b", "1..2000", "nan..1", "1..1e30" };
	char words[LATTICE_LIST], why[OPTION_WHY];

	for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
		assert_int_equal(value_list_words(good[i].list, words, sizeof words, LATTICE_VALUES, why), good[i].n);
		assert_string_equal(words, good[i].words);
	}
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
		*why = '\0';
		assert_int_equal(value_list_words(bad[i], words, sizeof words, LATTICE_VALUES, why), 0);
		assert_true(*why);
	}
	assert_false(value_list_is("0.5"));
	assert_true(value_list_is("1..2"));
}

/* Tables of Student's t, two-sided 95 %. */
TEST(student)
{
	static const struct {
		unsigned freedom;
		double t;
	} table[] = { { 1, 12.7062 }, { 2, 4.3027 }, { 3, 3.1824 }, { 4, 2.7764 }, { 9, 2.2622 }, { 30, 2.0423 }, { 100, 1.9840 }, { 1000, 1.9623 } };
	const double value[] = { 1, 2, 3, 4, 5 };
	const struct interval v = interval_of(value, 5);

	for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
		assert_true(fabs(interval_student(table[i].freedom) - table[i].t) < 1e-4);
	assert_true(v.mean == 3 && fabs(v.half - 2.776445 * sqrt(2.5 / 5)) < 1e-6);
	assert_true(isnan(interval_of(value, 1).half));
}

static char path[] = "/tmp/sluice-test-XXXXXX";

static struct study *read_text(const char *text, char why[STUDY_WHY])
{
	FILE *const f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
	return study_read(path, why);
}

static int make_file(void **state)
{
	const int fd = mkstemp(path);

	(void)state;
	return fd < 0 || close(fd);
}

static int remove_file(void **state)
{
	(void)state;
	return unlink(path);
}

TEST(whole)
{
	static struct lattice g;
	char why[STUDY_WHY];
	struct study *const s = read_text(
		"# comment\ntitle = Three  # of them\nk = 4\nflit-bits = 64\nhold = yes\nown_node = no\nseed = 1..3\naxis scheme:\n    recn-iq = --scheme recn-iq --saqs 4\n"
		"\n    # between\n\tvoqsw = --scheme voqsw\nload = 0.1,0.2\ncolumns = accepted_load, latency_mean\nprecision:\n  accepted_load = 0.01\n  cycles = 5000\n"
		"quick:\n  cycles = 100\n  load = 0.2\nsource = paper\nclaims:\n"
		"  a, b: half | about a half | most accepted_load scheme=voqsw / 2 | 0.4..0.6\n  number | | most latency_mean load=0.1 scheme=voqsw | 30 +- 2 cycles\n", why);

	if (!s)
		fail_msg("%s", why);
	assert_string_equal(s->title, "Three");
	assert_string_equal(setting_of(s->settings, "k"), "4");
	assert_string_equal(setting_of(s->settings, "flit_bits"), "64");
	assert_string_equal(s->settings[2].name, "hold");
	assert_null(s->settings[2].value);
	assert_null(s->settings[3].name);
	assert_string_equal(s->axis[0].option, "scheme");
	assert_string_equal(s->axis[1].option, "load");
	assert_string_equal(s->axis[2].option, "seed");         /* goes last */
	assert_true(s->seeded);
	lattice_make(&g, s->axis, false);
	assert_int_equal(g.points, 12);
	assert_string_equal(axis_options(&s->axis[0], "recn-iq"), "--scheme recn-iq --saqs 4");
	lattice_make(&g, s->axis, true);
	assert_int_equal(g.points, 6);
	assert_string_equal(s->columns, "cycles accepted_load latency_mean");
	assert_int_equal(s->longest, 5000);
	assert_true(s->precision[0].width == 0.01 && !s->precision[1].column);
	assert_string_equal(s->claims[0].says, "a, b: half");
	assert_string_equal(s->claims[0].ours.where, "scheme=voqsw");
	assert_true(s->claims[0].against.level == 2 && s->claims[0].low == 0.4 && s->claims[0].high == 0.6);
	assert_null(s->claims[1].theirs);
	assert_string_equal(s->claims[1].ours.where, "load=0.1 scheme=voqsw");
	assert_true(s->claims[1].expected == 30 && s->claims[1].high == 32);
	assert_string_equal(s->claims[1].unit, "cycles");
	assert_null(s->claims[2].says);
	assert_string_equal(s->plot.x, "load");
	assert_string_equal(s->plot.curve, "scheme");
	assert_true(study_set_seeds(s, "7", why));
	assert_false(s->seeded);
	assert_string_equal(setting_of(s->settings, "seed"), "7");
	study_free(s);
}

TEST(refused)
{
	static const struct {
		const char *text, *says;
	} bad[] = {
		{ "k = 4\nlaod = 3\n", ":2: no option of sluice sim; did you mean 'load'?: 'laod'" },
		{ "load = 0.1,2\n", ":1: --load: '2' is not a number in 0..1" },
		{ "flit_bits = 0,64\n", ":1: flit_bits: 0 is outside 64..512" },
		{ "load = 0.1,0.2\nload = 0.3,0.4\n", ":2: this is in line 1 already: 'load'" },
		{ "axis a b:\n  x = --k 4\n", ":1: axis: a name of letters, digits, - and _: 'a b'" },
		{ "axis x:\n  a\"b = --k 4\n", ":2: not VALUE = options" },
		{ "axis x:\n", ":1: no line of this axis follows, indented: 'x'" },
		{ "axis x:\n  a = --lod 3\n", ":2: no option is called '--lod'" },
		{ "axis x:\n  a = --load 1\n  a = --load 0.5\n", ":3: this value is there already: 'a'" },
		{ "hold = maybe\n", ":1: hold: 'maybe' is not yes or no" },
		{ "load 3\n", ":1: not KEY = VALUE" },
		{ "  load = 3\n", ":1: indented" },
		{ "load = 0.1,0.2\nquick:\n  load = 0.3\n", ":3: quick: no value of this axis: '0.3'" },
		{ "seed = 1..3\nprecision:\n  accepted_load = 2\n", ":3: precision: not between 0 and 1" },
		{ "precision:\n  accepted_load = 0.1\n", ": precision: an interval needs several seeds" },
		{ "seed = 1..3\nprecision:\n  saqs_mean = 0.1\n", ": precision: this is no column: 'saqs_mean'" },
		{ "load = 0.1,0.2\nsaturation = 0.1..1:0.1\n", ": saturation: loads are what it looks for" },
		{ "saturation = 0.5\n", ":1: saturation: not FIRST..LAST:STEP: '0.5'" },
		{ "rows = bin\n", ":1: rows: not runs or bins: 'bin'" },
		{ "runs_of = x\nload = 0.5\n", ": runs of 'x', and of its own" },
		{ "claims:\n  a | b | most accepted_load\n", ":2: a claim has four parts" },
		{ "claims:\n  a | b | most accepted_load | ..\n", ":2: not LEAST..MOST" },
		{ "claims:\n  a | b | more accepted_load | 1..\n", ":2: not a number, most, least, mean, knee or recovery: 'more'" },
		{ "claims:\n  a | b | mean accepted_load from x | 1..\n", ":2: a number has to follow: 'from'" },
		{ "claims:\n  a | | most accepted_load | 1..\n", ":2: the second part, what the publication says, is missing" },
		{ "plot:\n  x = load\n", ": plot: x or y is missing" },
		{ "load = 0.5\nk = 4\nload = 0.5\n", ":3: this is in line 1 already: 'load'" },
		{ "load = 0.1,0.2\naxis load:\n  a = --k 4\n", ":2: this has values already: 'load'" },
		{ "quick:\n  cycles = 5\nplot:\n  x = load\nquick:\n  cycles = 6\n", ":6: this is in line 2 already: 'cycles'" },
		{ "seed = 1..3\nprecision:\n  cycles = +5\n", ":3: not a number of cycles: '+5'" },
		{ "seed = 1..3\nprecision:\n  accepted_load = 0x1p-3\n", ":3: not a number: '0x1p-3'" },
		{ "# nothing\n", ":1: nothing is told; lines are of the form: 'KEY = VALUE'" },
		{ "plot:\n  z = load\n", ":2: no word of a plot: 'z'" },
		{ "seed = 1..1000\nload = 0.001..1:0.001\nradix = 2..64\n", ": more than a million points" },
		{ "scheme = recn-iq, obqa\nxoff_threshold = 1..500\nload = 0.001..1:0.001\n", ": more than a million points" },
	};
	char why[STUDY_WHY];

	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
		*why = '\0';
		assert_null(read_text(bad[i].text, why));
		if (strncmp(why, path, strlen(path)) != 0 || !strstr(why, bad[i].says))
			fail_msg("'%s': '%s' does not say '%s'", bad[i].text, why, bad[i].says);
	}
	assert_null(read_text("axis a:\n x = --k 4\naxis b:\n x = --k 4\naxis c:\n x = --k 4\naxis d:\n x = --k 4\naxis e:\n x = --k 4\naxis f:\n x = --k 4\naxis g:\n x = --k 4\n"
			      "axis h:\n x = --k 4\naxis i:\n x = --k 4\n", why));
	assert_non_null(strstr(why, ":17: more than 8 axes: 'i'"));
	assert_null(study_read("/nonexistent", why));
	assert_string_equal(why, "cannot read '/nonexistent': No such file or directory");
}

/* What claims and plot speak of has to be there. */
TEST(checked)
{
	static const struct {
		const char *text, *says;
	} bad[] = {
		{ "load = 0.1,0.2\nclaims:\n  a | b | most x load=0.1 | 1..\n", "'x' is no column" },
		{ "load = 0.1,0.2\nclaims:\n  a | b | most accepted_load load=0.3 | 1..\n", "no point is 'load=0.3'" },
		{ "load = 0.1,0.2\nplot:\n  x = load\n  y = z\n", "y is no column and no axis: 'z'" },
		{ "load = 0.1,0.2\nplot:\n  x = load\n  y = accepted_load\n  curve = z\n", "curve is no axis: 'z'" },
		{ "runs_of = nothing-of-this-name\nplot:\n  x = load\n  y = z\n", "cannot read '" },
	};
	char why[STUDY_WHY];

	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct study *const s = read_text(bad[i].text, why), *other;

		if (!s)
			fail_msg("%s", why);
		assert_null(study_runs(s, path, &other, why));
		if (!strstr(why, bad[i].says))
			fail_msg("'%s' does not say '%s'", why, bad[i].says);
		study_free(s);
	}
}

/* Two points of three seeds each; a run of the second is missing. */
TEST(over_seeds)
{
	static const struct axis axes[] = { { .option = "load", .values = "0.1 0.2" }, { .option = "seed", .values = "1 2 3" }, { .option = NULL } };
	static const char *const row[] = { "0.1,5,steady", "0.2,,steady", "0.3,7,short", "1,1,steady", "2,2,steady" };
	static struct lattice g, without;
	const unsigned rows[] = { 1, 1, 1, 1, 1, 1 };
	struct results *runs, *means;

	lattice_make(&g, axes, false);
	runs = results_new(&g, "# x\n", "accepted_load latency_mean state", rows);
	for (unsigned i = 0; i < sizeof row / sizeof *row; i++)
		assert_true(results_add(runs, i, row[i]));
	means = means_new(runs, axes, false, &without);
	assert_non_null(means);
	assert_int_equal(without.points, 2);
	assert_int_equal(means->columns, 5);
	assert_string_equal(means->point[0].row[0], "0.200000,0.248414,,,steady/short");
	assert_true(results_number(means, 0, 0, "accepted_load") == 0.2 && isnan(results_number(means, 0, 0, "latency_mean")));
	assert_true(means_half(means, 0, 0, "accepted_load") == 0.248414);
	assert_false(results_complete(means, 1));
	results_free(means);
	results_free(runs);
}

TESTS_BETWEEN(make_file, remove_file)
