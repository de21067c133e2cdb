/* Parameters: table, ranges, relations, and files of them. */
#include "params.h"
#include "test.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool read_text(struct params *p, const char *text, size_t size, char why[PARAMS_WHY])
{
	FILE *f = size ? fmemopen((void *)(uintptr_t)text, size, "r") : fopen("/dev/null", "r");
	bool good;

	assert_non_null(f);
	good = params_read(p, NULL, f, "x.conf", why);
	fclose(f);
	return good;
}

static char *written(const struct params *p, const char *comment)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	assert_non_null(f);
	params_write(p, f, comment);
	assert_int_equal(fclose(f), 0);
	return text;
}

static void assert_refused(const char *text, const char *expected)
{
	const struct params before = params_default();
	struct params p = before;
	char why[PARAMS_WHY] = "";

	assert_false(read_text(&p, text, strlen(text), why));
	assert_string_equal(why, expected);
	assert_memory_equal(&p, &before, sizeof p);
}

static void assert_set(const char *name, const char *value, const char *expected)
{
	const struct params before = params_default();
	struct params p = before;
	char why[PARAMS_WHY] = "";

	if (params_set(&p, name, value, why))
		assert_null(expected);
	else {
		assert_non_null(expected);
		assert_string_equal(why, expected);
		assert_memory_equal(&p, &before, sizeof p);
	}
}

TEST(defaults_hold)
{
	const struct params p = params_default();
	char why[PARAMS_WHY];

	assert_true(params_check(&p, why));
	assert_int_equal(p.radix, 8);
	assert_int_equal(p.saqs, 4);
	assert_string_equal(p.name, "sluice");
}

/* Every number: its limits are taken, one beyond is not; every choice is taken by its name. */
TEST(every_row_keeps_its_range)
{
	char text[32], why[PARAMS_WHY];
	struct params p = params_default();

	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		if (d->def_text)        /* a word, or digits */
			continue;
		for (unsigned v = d->min; v <= d->max; v += d->max - d->min ? d->max - d->min : 1) {
			char back[64];

			snprintf(text, sizeof text, "%u", v);
			assert_true(params_set(&p, d->name, d->type == PARAM_CHOICE ? d->texts[v] : text, why));
			params_text(&p, d, back, sizeof back);
			assert_string_equal(back, d->type == PARAM_CHOICE ? d->texts[v] : text);
		}
		snprintf(text, sizeof text, "%u", d->max + 1);
		assert_false(params_set(&p, d->name, text, why));
		assert_int_equal(strncmp(why, d->name, strlen(d->name)), 0);
		snprintf(text, sizeof text, "%d", (int)d->min - 1);
		assert_false(params_set(&p, d->name, text, why));
	}
}

/* Digits, or `even`; which digits are right depends on other parameters. */
TEST(digits_are_digits)
{
	char why[PARAMS_WHY], text[PARAMS_WORD];
	struct params p = params_default();

	assert_string_equal(p.sl_vcs, "even");
	assert_true(params_set(&p, "sl-vcs", "00112233", why));
	params_text(&p, params_find("sl_vcs"), text, sizeof text);
	assert_string_equal(text, "00112233");
	assert_false(params_set(&p, "sl_vcs", "0x1", why));
	assert_string_equal(why, "sl_vcs: '0x1' is not a row of at most 31 digits, nor 'even'");
	assert_false(params_set(&p, "sl_vcs", "", why));
	assert_false(params_set(&p, "sl_vcs", "00000000000000000000000000000000", why));
	assert_string_equal(p.sl_vcs, "00112233");
}

TEST(refusals_say_why)
{
	assert_set("radix", "65", "radix: 65 is outside 2..64 (port)");
	assert_set("radix", "99999999999999999999999", "radix: 99999999999999999999999 is outside 2..64 (port)");
	assert_set("radix", "eight", "radix: 'eight' is not a number in 2..64 (port)");
	assert_set("radix", "", "radix: '' is not a number in 2..64 (port)");
	assert_set("radix", "8 ", "radix: '8 ' is not a number in 2..64 (port)");
	assert_set("radix", "0x8", "radix: '0x8' is not a number in 2..64 (port)");
	assert_set("saqs", "a\nb\x1b", "saqs: 'a?b?' is not a number in 0..32 (queue)");
	assert_set("arbiter", "robin", "arbiter: 'robin' is not one of: round-robin, matrix, oldest-first");
	assert_set("scheme", "recn_iq", NULL);
	assert_set("detect-threshold", "7", NULL);
	assert_set("name", "a2345678901234567890123456789012", "name: 'a2345678901234567890123456789012' is not an identifier "
		   "(at most 31 letters, digits and _, no digit first)");
	assert_set("name", "a234567890123456789012345678901", NULL);
	assert_set("name", "8ports", "name: '8ports' is not an identifier (at most 31 letters, digits and _, no digit first)");
	assert_set("name", "a-b", "name: 'a-b' is not an identifier (at most 31 letters, digits and _, no digit first)");
	assert_set("radx", "8", "no parameter is called 'radx'; did you mean 'radix'?");
	assert_set("xof_threshold", "8", "no parameter is called 'xof_threshold'; did you mean 'xoff_threshold'?");
	assert_set("paint", "8", "no parameter is called 'paint'; 'sluice gen --help' lists them");
}

static void assert_relation(const char *const settings[], const char *expected)
{
	struct params p = params_default();
	char why[PARAMS_WHY] = "";

	for (unsigned i = 0; settings[i]; i += 2)
		assert_true(params_set(&p, settings[i], settings[i + 1], why));
	assert_int_equal(params_check(&p, why), !expected);
	if (expected)
		assert_string_equal(why, expected);
}

#define RELATION(expected, ...) assert_relation((const char *const[]){ __VA_ARGS__, NULL }, expected)

TEST(relations_hold)
{
	RELATION("xon_threshold: 11 is above xoff_threshold, which is 10", "xon_threshold", "11");
	RELATION(NULL, "xon_threshold", "10");
	RELATION(NULL, "xon_threshold", "11", "saqs", "0");
	RELATION("xoff_threshold: 65 is above slots, which is 64", "xoff_threshold", "65");
	RELATION(NULL, "xoff_threshold", "64");
	RELATION("detect_threshold: 65 is above slots, which is 64", "detect_threshold", "65");
	RELATION(NULL, "detect_threshold", "64");
	RELATION(NULL, "slots", "4", "saqs", "0");
	RELATION("slots: 1025 is outside 4..1024, the range in scheme recn-iq", "slots", "1025");
	RELATION("queues: scheme recn-iq has no such parameter; leave it out", "queues", "8");
	RELATION("queues: scheme voqsw has no such parameter; leave it out", "scheme", "voqsw", "queues", "8");
	RELATION("turnpool_bits: scheme 1q has no such parameter; leave it out", "scheme", "1q", "turnpool_bits", "30");
	RELATION("cfqs: scheme recn-iq has no such parameter; leave it out", "cfqs", "8");
	RELATION("saqs: scheme fbicm has no such parameter; leave it out", "scheme", "fbicm", "saqs", "8");
	RELATION("xoff_threshold: 65 is above slots, which is 64", "scheme", "fbicm", "xoff_threshold", "65");
	RELATION(NULL, "scheme", "fbicm", "nodes", "1024", "cfqs", "8");
	RELATION("nodes: nodes * cfqs = 1025 * 8 is above 8192, the most bits of lists in registers; use lists = ram", "scheme", "fbicm",
		 "nodes", "1025", "cfqs", "8");
	RELATION(NULL, "scheme", "fbicm", "nodes", "16384", "cfqs", "32", "lists", "ram");
	RELATION("lists: scheme recn-iq has no such parameter; leave it out", "lists", "ram");
	RELATION(NULL, "scheme", "obqa", "queues", "64");
	RELATION(NULL, "scheme", "1q", "slots", "16384");
	RELATION(NULL, "scheme", "1q", "slots", "4");
	RELATION("slots: 64 is below queues = 65, the number of queues in scheme dbbm", "scheme", "dbbm", "queues", "65");
	RELATION("slots: 4 is below radix = 8, the number of queues in scheme voqsw", "scheme", "voqsw", "slots", "4");
	RELATION(NULL, "scheme", "voqnet", "nodes", "256", "slots", "256");
	RELATION("nodes: 257 is above 256, the most queues of a port in scheme voqnet", "scheme", "voqnet", "nodes", "257",
		 "slots", "1024");
	RELATION("arbiter: matrix serves at most 64 queues, but a port has 65; use round-robin", "scheme", "dbbm", "queues", "65", "slots", "65",
		 "arbiter", "matrix");
	RELATION("turnpool_bits: 5 is below 6, the bits of one turn at radix 33", "radix", "33", "turnpool_bits", "5");
	RELATION(NULL, "radix", "32", "turnpool_bits", "5");
	/* 40 bits of turns, 13 turns counted in 4, lengths to 8 in 4, 16 of source: 64 */
	RELATION(NULL, "turnpool_bits", "40");
	RELATION("flit_bits: 64 is below 65, the bits of the header; raise flit_bits, "
		 "or lower turnpool_bits, node_bits or packet_flits", "turnpool_bits", "41");
}

static void set(struct params *p, bool given[PARAMETERS], const char *name, const char *value)
{
	char why[PARAMS_WHY];

	assert_true(params_set(p, name, value, why));
	given[params_find(name) - params_table] = true;
}

/* What is given, by pairs; behind a NULL, what follows, which is not given. */
static void assert_follows(const char *const settings[])
{
	struct params p = params_default();
	bool given[PARAMETERS] = { false };
	char text[PARAMS_WORD], why[PARAMS_WHY] = "";

	for (; *settings; settings += 2)
		set(&p, given, settings[0], settings[1]);
	params_complete(&p, given);
	assert_true(params_check(&p, why));
	while (*++settings) {
		params_text(&p, params_find(settings[0]), text, sizeof text);
		assert_string_equal(text, settings[1]);
		settings++;
	}
}

#define FOLLOWS(...) assert_follows((const char *const[]){ __VA_ARGS__, NULL })

TEST(defaults_follow_what_is_given)
{
	FOLLOWS("slots", "8", NULL, "xoff_threshold", "4", "detect_threshold", "2", "xon_threshold", "2");
	FOLLOWS("slots", "10", NULL, "xoff_threshold", "10", "detect_threshold", "5", "xon_threshold", "5");
	FOLLOWS("slots", "8", "xoff_threshold", "8", NULL, "detect_threshold", "5", "xon_threshold", "5");
	FOLLOWS("slots", "8", "saqs", "0", NULL, "xoff_threshold", "10");
	FOLLOWS("xoff_threshold", "3", NULL, "xon_threshold", "1");
	FOLLOWS("xon_threshold", "20", NULL, "xoff_threshold", "20");
	FOLLOWS("detect_threshold", "100", NULL, "slots", "100");
	FOLLOWS("scheme", "obqa", "queues", "128", NULL, "slots", "128");
	FOLLOWS("scheme", "voqnet", "nodes", "256", NULL, "slots", "256");
	FOLLOWS("scheme", "pfc", "queues", "8", NULL, "slots", "100");          /* 8 (2 + 2 + 7) + 4, and 8 of the pool */
	FOLLOWS("scheme", "pfc", "slots", "32", NULL, "queues", "2", "xoff_threshold", "4", "xon_threshold", "2");      /* 2 + 32 - 4 - 22 = 8 */
	FOLLOWS("scheme", "pfc", "xoff_threshold", "1000", NULL, "slots", "1024", "queues", "2");        /* 2 + 1024 - 4 - 22 */
	FOLLOWS("scheme", "pfc", "reserve", "12", NULL, "xoff_threshold", "12", "slots", "89");
	FOLLOWS("scheme", "fbicm", "nodes", "4096", NULL, "lists", "ram");
	FOLLOWS("scheme", "recn-qos", "cells", "32", NULL, "detect_cells", "16", "detect_xon_cells", "8", "xoff_cells", "8", "xon_cells", "4");
	FOLLOWS("scheme", "recn-qos", "detect_cells", "9", NULL, "detect_xon_cells", "5", "xoff_cells", "32");
	FOLLOWS("scheme", "recn-qos", "detect_xon_cells", "90", NULL, "detect_cells", "89");
	FOLLOWS("scheme", "recn-qos", "sls", "1", NULL, "vcs", "1");
	FOLLOWS("scheme", "recn-qos", "sl_vcs", "0121", NULL, "sls", "4", "vcs", "3");
	FOLLOWS("scheme", "recn-qos", "vcs", "7", "radix", "32", NULL, "vc_saqs", "4");
	FOLLOWS("scheme", "recn-qos", "cell_flits", "64", NULL, "packet_cells", "16");
	FOLLOWS("scheme", "recn-qos", "packet_cells", "200", NULL, "cell_flits", "4");
	FOLLOWS("scheme", "recn-qos-nic", "nic_cells", "16", NULL, "packet_cells", "16", "detect_cells", "8", "detect_xon_cells", "4");
	FOLLOWS("scheme", "recn-qos-nic", "packet_cells", "128", NULL, "host_cells", "128", "nic_cells", "128");
	FOLLOWS("scheme", "recn-qos-nic", "nodes", "1000", NULL, "sls", "1", "vcs", "1");
	FOLLOWS("scheme", "voqnet-qos", NULL, "flit_bits", "72");
	FOLLOWS("scheme", "voqnet-qos", "nodes", "256", NULL, "sls", "4");
	FOLLOWS("scheme", "wormhole", "dims", "4", NULL, "ary", "11");          /* 11 ^ 4 = 14641, 12 ^ 4 = 20736 */
	FOLLOWS("scheme", "wormhole", "injection_vcs", "3", "delivery_vcs", "4", NULL, "vcs", "4");
	FOLLOWS("scheme", "wormhole", "throttle", "static", "ary", "4", NULL, "threshold", "64");       /* of 16 routers, 4 ports, 2 VCs */
	FOLLOWS("turnpool_bits", "60", NULL, "flit_bits", "88");                /* 60 + 5 of 20 turns + 4 of a length + 16 = 85 */
	FOLLOWS("flit_bits", "64", "node_bits", "24", "packet_flits", "64", NULL, "turnpool_bits", "29");       /* 31 + 4 + 7 + 24 = 66 */
}

/*
 * One number given at a time, in each scheme: the check finds nothing, or a limit of that number itself. What was sound stays as it was, and what has followed
 * stays where it is.
 */
TEST(one_number_alone_is_sound)
{
	for (unsigned scheme = 0; scheme < SCHEMES; scheme++)
		for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++)
			for (unsigned i = 0; d->type == PARAM_NUMBER && i < 16; i++) {
				struct params p = params_default(), q, again;
				bool given[PARAMETERS] = { false };
				char text[16], limit[PARAMS_WORD + 16], why[PARAMS_WHY] = "";

				snprintf(text, sizeof text, "%u", i < 8 ? d->min + i * (d->max - d->min) / 40 : d->min + (d->max - d->min) * (i - 7) / 8);
				set(&p, given, "scheme", params_table[PARAM_INDEX_scheme].texts[scheme]);
				if (!params_used(&p, d))
					continue;
				set(&p, given, d->name, text);
				q = p;
				params_complete(&q, given);
				again = q;
				params_complete(&again, given);
				assert_memory_equal(&q, &again, sizeof q);
				if (params_check(&p, why))
					assert_memory_equal(&p, &q, sizeof p);
				snprintf(limit, sizeof limit, " %s, which", d->name);
				if (!params_check(&q, why))     /* not: another one is above this one */
					assert_true((strstr(why, d->name) && !strstr(why, limit)) || !strcmp(d->name, "xon_threshold"));
			}
}

static uint32_t draw(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

static struct params random_params(uint32_t *state)
{
	const struct params def = params_default();
	struct params p = def;
	char text[32], why[PARAMS_WHY];

	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		const unsigned v = d->min + draw(state) % (d->max - d->min + 1);

		snprintf(text, sizeof text, d->type == PARAM_WORD ? "n%u" : "%u", v);
		assert_true(params_set(&p, d->name, d->type == PARAM_CHOICE ? d->texts[v] : text, why));
	}
	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		params_text(&def, d, text, sizeof text);
		if (!params_used(&p, d))
			assert_true(params_set(&p, d->name, text, why));
	}
	return p;
}

TEST(written_is_read_back)
{
	uint32_t seed = 1;
	char why[PARAMS_WHY];

	for (unsigned i = 0; i < 1000; i++) {
		const struct params p = random_params(&seed);
		struct params q = params_default();
		char *text = written(&p, i & 1 ? "//" : "#");

		assert_true(read_text(&q, text, strlen(text), why));
		assert_memory_equal(&p, &q, sizeof p);
		free(text);
	}
}

/* Wherever a generated file breaks off, it is refused; only the very last line's end may be missing. */
TEST(broken_off_is_refused)
{
	const struct params def = params_default();
	char why[PARAMS_WHY];

	for (unsigned i = 0; i < 2; i++) {
		char *text = written(&def, i ? "//" : "#");

		for (size_t size = 0; size < strlen(text) - 1; size++) {
			struct params p = def;

			assert_false(read_text(&p, text, size, why));
			assert_non_null(strstr(why, "x.conf:"));
			assert_null(strchr(why, '\n'));
		}
		free(text);
	}
}

TEST(verilog_is_read)
{
	const char *text = "// generated by sluice 9.9\n// radix = 5\n// end\n`default_nettype none\nmodule x;\n";
	struct params p = params_default();
	char why[PARAMS_WHY];

	assert_true(read_text(&p, text, strlen(text), why));
	assert_int_equal(p.radix, 5);
	assert_refused("// generated by sluice 9.9\n// radix = 5\nmodule x;\n",
		       "x.conf:3: the parameters break off: '// end' is missing");
	assert_refused("// by hand\nmodule x;\n", "x.conf:1: neither a config file nor Verilog that sluice generated");
}

TEST(lines_are_checked)
{
	const char *good = "# mine\n\n  radix=5 \r\n; other\n\tdetect-threshold = 7";
	struct params p = params_default();
	char why[PARAMS_WHY], text[1024];

	assert_true(read_text(&p, good, strlen(good), why));
	assert_int_equal(p.radix, 5);
	assert_int_equal(p.detect_threshold, 7);
	assert_refused("radix = 5\n\nradx = 5\n", "x.conf:3: no parameter is called 'radx'; did you mean 'radix'?");
	assert_refused("radix = 5\nsaqs = 1\nradix = 5\n", "x.conf:3: radix: the file sets this parameter twice");
	assert_refused("xon-threshold = 5\nxon_threshold = 5\n", "x.conf:2: xon_threshold: the file sets this parameter twice");
	assert_refused("radix = 65\n", "x.conf:1: radix: 65 is outside 2..64 (port)");
	assert_refused("radix\n", "x.conf:1: not of the form 'parameter = value'");
	assert_refused("[switch]\n", "x.conf:1: a section: config files have only lines 'parameter = value'");
	assert_refused("# nothing\n", "x.conf: the file sets no parameter");
	assert_refused("# generated by sluice 1\nradix = 5\n# end\nsaqs = 1\n", "x.conf:4: text after the last line, '# end'");
	assert_false(read_text(&p, "radix = 5\0\n", 11, why));
	assert_string_equal(why, "x.conf:1: a NUL byte: not a text file");
	snprintf(text, sizeof text, "radix = 5\n#%*s\n", 600, "long");
	assert_refused(text, "x.conf:2: the line is longer than 511 bytes");
}
