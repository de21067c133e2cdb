/* A run of a network as a library call: options out of range come back as a text, and text and struct are two ways to the same run. */
#include "net/simulate.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* A value of the option is refused, and why names the option, the value, and what it may be. */
static void refused(const struct option_row *row, union option_value v, const char *text)
{
	const size_t size[] = { [OPTION_NUMBER] = sizeof v.number, [OPTION_REAL] = sizeof v.real, [OPTION_CHOICE] = sizeof v.choice };
	char why[OPTION_WHY] = "", range[OPTION_TEXT], says[2 * OPTION_TEXT];
	struct simulation s;

	simulation_default(&s);
	memcpy((char *)&s.o + row->offset, &v, size[row->type]);
	assert_false(simulation_setup(&s, why));
	option_range_text(row, range, sizeof range);
	if (row->type == OPTION_CHOICE)
		snprintf(says, sizeof says, "--%s: '%s' is not one of: ", row->name, text);
	else
		snprintf(says, sizeof says, "--%s: '%s' is not a %snumber in %s", row->name, text, row->type == OPTION_NUMBER ? "whole " : "", range);
	if (strncmp(why, says, strlen(says)) != 0)
		fail_msg("'%s', not '%s'", why, says);
}

static void number_refused(const struct option_row *row, uint64_t number)
{
	char text[24];

	snprintf(text, sizeof text, "%" PRIu64, number);
	refused(row, (union option_value){ .number = number }, text);
}

static void out_of_range(void **state)
{
	unsigned tried = 0;

	(void)state;
	for (const struct option_row *row = simulate_rows; row->name; row++) {
		if (row->type == OPTION_NUMBER && row->least.number)
			number_refused(row, row->least.number - 1);
		if (row->type == OPTION_NUMBER && row->most.number < UINT64_MAX)
			number_refused(row, row->most.number + 1);
		if (row->type == OPTION_REAL)
			refused(row, (union option_value){ .real = -1 }, "-1");
		if (row->type == OPTION_CHOICE)
			refused(row, (union option_value){ .choice = 99 }, "99");
		tried += row->type != OPTION_FLAG && row->type != OPTION_WORDS;
	}
	assert_true(tried >= 18);
}

static void defaults_fit(void **state)
{
	struct simulation s;
	char why[OPTION_WHY] = "";

	(void)state;
	simulation_default(&s);
	if (!simulation_setup(&s, why))
		fail_msg("%s", why);
	assert_int_equal(s.network.topology.nodes, 64);
	assert_int_equal(s.params.radix, 8);
}

static void text_that_is_wrong(void **state)
{
	static const struct { const char *text, *why; } wrong[] = {
		{ "--cycles x", "--cycles: 'x' is not a whole number in 1..1099511627776" },
		{ "--cycles --k 2", "--cycles needs a value" },
		{ "--own-node 1", "--own-node takes no value" },
		{ "--no-such 1", "no option is called '--no-such'" },
		{ "--saqs", "--saqs needs a value" },
		{ "--saqs 33", "saqs: 33 is outside 0..32 (queue)" },
		{ "cycles 5", "'cycles' is not an option" },
		{ "--k 2 5", "'5' is not an option" },
	};

	(void)state;
	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct simulation s;
		char text[OPTION_TEXT], why[OPTION_WHY] = "";

		snprintf(text, sizeof text, "%s", wrong[i].text);
		simulation_default(&s);
		assert_false(simulation_words(&s, text, why));
		assert_string_equal(why, wrong[i].why);
	}
}

/* What does not fit together. */
static void wrong_together(void **state)
{
	static const struct { const char *text, *why; } wrong[] = {
		{ "--radix 6 --k 4", "k = 4" },
		{ "--scheme fbicm --nodes 5", "nodes: 5 words of a routing table do not do for the 64 nodes of the network" },
		{ "--cycles 500 --warmup 500", "--warmup: 500 leave nothing of 500 --cycles to measure" },
		{ "--trace x", "--trace: with --traffic trace only" },
		{ "--traffic trace --trace x --load 1", "--load: a trace says that itself" },
		{ "--hot-spot node=1", "--hot-spot: 'node=1' lacks traffic=SHARE or sources=SHARE" },
		{ "--xon-threshold 9 --xoff-threshold 5", "xon_threshold" },
	};

	(void)state;
	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct simulation s;
		char text[OPTION_TEXT], why[OPTION_WHY] = "";

		snprintf(text, sizeof text, "%s", wrong[i].text);
		simulation_default(&s);
		assert_true(simulation_words(&s, text, why));
		if (simulation_setup(&s, why) || strncmp(why, wrong[i].why, strlen(wrong[i].why)) != 0)
			fail_msg("'%s': '%s', not '%s'", wrong[i].text, why, wrong[i].why);
	}
}

static struct simulation_result run(struct simulation *s)
{
	struct simulation_result r;
	char why[NETWORK_WHY] = "";

	if (!simulation_setup(s, why) || !simulate(s, &r, why))
		fail_msg("%s", why);
	assert_true(!r.failed && r.drained);
	return r;
}

static void struct_and_text(void **state)
{
	char text[] = "--k 2 --n 3 --scheme dbbm --queues 3 --slots 16 --load 0.9 --traffic bit-reversal --cycles 2000 --warmup 500 --seed 7 --own-node";
	struct simulation typed, filled;
	struct simulation_result a, b;
	char why[OPTION_WHY];

	(void)state;
	simulation_default(&typed);
	assert_true(simulation_words(&typed, text, why));
	simulation_default(&filled);
	filled.o.k = 2;
	filled.o.traffic = PATTERN_BIT_REVERSAL;
	filled.o.load = 0.9;
	filled.o.cycles = 2000;
	filled.o.warmup = 500;
	filled.o.seed = 7;
	filled.o.own_node = true;
	assert_true(params_set(&filled.params, "scheme", "dbbm", why) && params_set(&filled.params, "queues", "3", why) &&
		    params_set(&filled.params, "slots", "16", why));
	a = run(&typed);
	b = run(&filled);
	assert_true(a.counts.delivered > 500);
	assert_memory_equal(&a.counts, &b.counts, sizeof a.counts);
	assert_memory_equal(&a.report, &b.report, sizeof a.report);
	assert_true(a.cycles == b.cycles);
	simulation_result_free(&b);
	filled.o.seed = 8;
	b = run(&filled);
	assert_memory_not_equal(&a.report, &b.report, sizeof a.report);
	simulation_result_free(&a);
	simulation_result_free(&b);
}

static void seen(void *arg, uint64_t cycle)
{
	*(uint64_t *)arg = cycle;
}

static void progress_is_told(void **state)
{
	struct simulation_result r;
	struct simulation s;
	uint64_t last = 0;

	(void)state;
	simulation_default(&s);
	s.o.k = 2;
	s.o.cycles = 3000;
	s.o.warmup = 0;
	s.progress = seen;
	s.progress_arg = &last;
	r = run(&s);
	assert_int_equal(last, 3000);
	simulation_result_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(out_of_range),
		cmocka_unit_test(defaults_fit),
		cmocka_unit_test(text_that_is_wrong),
		cmocka_unit_test(wrong_together),
		cmocka_unit_test(struct_and_text),
		cmocka_unit_test(progress_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
