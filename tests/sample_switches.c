/*
 * The table of sample switches, and that of random ones: no scheme and no classifier is left out, all samples can be generated, and scripts read the
 * rows that C programs read.
 */
#include "random_config.h"
#include "sample_switch.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const struct { enum sample_use use; const char *name; } uses[] = {
#define USE(name) { name, #name }
	USE(NETLIST), USE(LINT), USE(ICARUS), USE(FEW_FAULTS), USE(MANY_FAULTS), USE(FEW_MUTANTS), USE(MANY_MUTANTS), USE(NETWORK),
	USE(FEW_ENDS), USE(MANY_ENDS), USE(MANY_LINT), USE(MANY_NETWORKS),
#undef USE
};

enum { USES = sizeof uses / sizeof *uses };

TEST(every_classifier_has_what_it_needs)
{
	unsigned of_classifier[CLASSIFIERS] = { 0 }, of_scheme[SCHEMES] = { 0 };

	for (const struct sample_switch *s = sample_switches; s < sample_switches + SAMPLE_SWITCHES; s++) {
		const struct params p = sample_params(s);

		of_classifier[shape_of(&p).classifier] |= s->uses;
		of_scheme[p.scheme] |= s->uses;
	}
	for (unsigned i = 0; i < CLASSIFIERS; i++) {
		const struct random_kind *kind = random_kind_of((enum classifier)i);

		assert_int_equal(of_classifier[i] & (NETLIST | LINT | ICARUS | MANY_FAULTS), NETLIST | LINT | ICARUS | MANY_FAULTS);
		assert_true(kind && kind->share && kind->any && (kind->network || i == CLASSIFIER_NIC || i == CLASSIFIER_SLOT_NIC));
	}
	for (unsigned i = 0; i < SCHEMES; i++)
		assert_true(of_scheme[i] & (NETWORK | MANY_NETWORKS) || !scheme_is_switch(i));
}

TEST(scripts_read_the_same)
{
	for (unsigned u = 0; u < USES; u++) {
		char command[128], line[512], expected[512];
		FILE *f;

		snprintf(command, sizeof command, "bash -c '. tests/lib/switches.sh && switches %s'", uses[u].name);
		f = popen(command, "r");
		assert_non_null(f);
		for (const struct sample_switch *s = sample_switches; s < sample_switches + SAMPLE_SWITCHES; s++) {
			if (!(s->uses & uses[u].use))
				continue;
			snprintf(expected, sizeof expected, "--scheme %s%s%s\n", s->scheme, *s->options ? " " : "", s->options);
			assert_non_null(fgets(line, sizeof line, f));
			assert_string_equal(line, expected);
		}
		assert_null(fgets(line, sizeof line, f));
		assert_int_equal(pclose(f), 0);
	}
	assert_int_not_equal(system("bash -c '. tests/lib/switches.sh && switches NOTHING'"), 0);
}
