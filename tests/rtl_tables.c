/* Every unit declares exactly the registers and memories of its table, each kind in that order, and a clock if it has any, in every kind of switch. */
#include "rtl_gen.h"
#include "sample_switch.h"
#include "texts.h"
#include "units.h"
#include "test.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 64, NAMES = 4096 };

/* Clock and reset, registers, memories: a line each, kind and name. */
struct names {
	char clocks[NAME], regs[NAMES], mems[NAMES];
};

static bool starts(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

static void add(char *names, const char *kind, const char *name, size_t length)
{
	const size_t n = strlen(names);

	assert_true(n + length + strlen(kind) + 3 < NAMES);
	snprintf(names + n, NAMES - n, "%s %.*s\n", kind, (int)length, name);
}

/* The identifier that a declaration ends with, before ";". */
static void add_declared(char *names, const char *kind, const char *line)
{
	const char *end = line + strcspn(line, ";");
	const char *name = end;

	while (isalnum((unsigned char)name[-1]) || name[-1] == '_')
		name--;
	add(names, kind, name, (size_t)(end - name));
}

/* What the Verilog declares. */
static void declared(const char *text, const char *name, struct names *n)
{
	char memory[2 * NAME];
	int length;

	*n = (struct names){ .clocks = "" };
	for (const char *port = text; (port = module_port(port, "input", &length)); port += length)
		if (length == 3 && (starts(port, "clk") || starts(port, "rst")))
			add(n->clocks, "in", port, 3);
	snprintf(memory, sizeof memory, "%s_ram_1r1w", name);
	for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
		if (starts(line, "reg "))
			add_declared(n->regs, "reg", line);
		else if (starts(line, memory)) {
			const char *instance = strstr(line, ")) ") + 3;

			add(n->mems, "mem", instance, strcspn(instance, " "));
		}
	}
}

/* The same of the table. */
static void expected(const struct unit_desc *u, struct names *n)
{
	bool state = false, memory = false;

	*n = (struct names){ .clocks = "" };
	for (unsigned i = 0; i < u->n; i++) {
		state |= u->signals[i].kind == SIGNAL_REG && u->signals[i].width;
		memory |= u->signals[i].kind == SIGNAL_MEM && u->signals[i].words;
	}
	strcpy(n->clocks, state ? "in clk\nin rst\n" : memory ? "in clk\n" : "");
	for (unsigned i = 0; i < u->n; i++) {
		const struct signal *s = &u->signals[i];

		if (s->kind == SIGNAL_MEM && s->words)
			add(n->mems, "mem", s->name, strlen(s->name));
		else if (s->kind == SIGNAL_REG && s->width && !s->of)
			add(n->regs, "reg", s->name, strlen(s->name));
	}
}

static const struct rtl_file *find(const struct rtl_files *files, const char *module)
{
	char path[3 * NAME];

	snprintf(path, sizeof path, "rtl/%s.v", module);
	for (unsigned i = 0; i < files->n; i++)
		if (!strcmp(files->file[i].name, path))
			return &files->file[i];
	return NULL;
}

/* Is there a unit of this module? Those of two sides have the same. */
static bool stands(const struct unit_desc units[UNITS], const char *module)
{
	for (const struct unit_desc *u = units; u < units + UNITS; u++)
		if (u->present && !strcmp(u->name, module))
			return true;
	return false;
}

static void check_unit(const struct rtl_files *files, const struct params *p, const struct unit_desc units[UNITS], const struct unit_desc *u)
{
	static struct names want, have;
	char module[2 * NAME];
	const struct rtl_file *file;

	snprintf(module, sizeof module, "%s_%s", p->name, u->name);
	file = find(files, module);
	assert_int_equal(file != NULL, stands(units, u->name));
	if (!u->present)
		return;
	expected(u, &want);
	declared(file->text, p->name, &have);
	assert_string_equal(have.clocks, want.clocks);
	assert_string_equal(have.regs, want.regs);
	assert_string_equal(have.mems, want.mems);
}

/* Units of a switch; of a network interface, with those of what lies between it and its host. */
static void describe(const struct shape *s, struct unit_desc units[UNITS])
{
	static const enum shape_sides layers[] = { SIDE_ADAPTER, SIDE_AXIS };
	struct site_desc sites[SITES];

	units_describe(s, units, sites);
	for (unsigned i = 0; s->nic && i < sizeof layers / sizeof *layers; i++) {
		const struct shape layer = shape_side(s, layers[i]);
		struct unit_desc more[UNITS];

		units_describe(&layer, more, sites);
		for (unsigned u = 0; u < UNITS; u++)
			if (more[u].present)
				units[u] = more[u];
	}
}

static void check(const struct params *p)
{
	const struct shape s = shape_of(p);
	struct rtl_files files = rtl_generate(p);
	struct unit_desc units[UNITS];

	assert_true(files.n > 0);
	describe(&s, units);
	for (enum unit u = 0; u < UNITS; u++)
		check_unit(&files, p, units, &units[u]);
	rtl_files_free(&files);
}

TEST(units_declare_what_their_tables_say)
{
	static const unsigned saqs[] = { 0, 1, 4, 32 };
	struct params p = params_default();

	for (unsigned i = 0; i < sizeof saqs / sizeof *saqs; i++)
		for (p.arbiter = 0; p.arbiter < ARBITERS; p.arbiter++)
			for (p.sorting = 0; p.sorting < SORTINGS; p.sorting++) {
				p.saqs = saqs[i];
				check(&p);
			}
}

TEST(so_do_those_of_fbicm)
{
	static const unsigned cfqs[] = { 1, 4, 32 };
	struct params p = params_default();

	p.scheme = SCHEME_fbicm;
	for (unsigned i = 0; i < sizeof cfqs / sizeof *cfqs; i++)
		for (p.arbiter = 0; p.arbiter < ARBITERS; p.arbiter++)
			for (p.lists = 0; p.lists < LISTS; p.lists++)
				for (p.sorting = 0; p.sorting < SORTINGS; p.sorting++) {
					p.cfqs = cfqs[i];
					check(&p);
				}
}

TEST(so_do_those_of_sample_switches)
{
	for (unsigned i = 0; i < SAMPLE_SWITCHES; i++) {
		const struct params p = sample_params(&sample_switches[i]);

		check(&p);
	}
}

/* Frames of one packet, and of several. */
TEST(so_do_those_of_axi_stream)
{
	static const unsigned bytes[] = { 8, 1518 };
	struct params p = params_default();

	p.ports = PORT_KIND_axis;
	for (p.scheme = 0; p.scheme < SCHEMES; p.scheme++)
		for (unsigned i = 0; i < sizeof bytes / sizeof *bytes && !scheme_is_switch(p.scheme); i++) {
			p.frame_bytes = bytes[i];
			check(&p);
		}
}

TEST(the_name_is_the_prefix_of_every_module)
{
	struct params p = params_default();
	struct rtl_files files;
	char why[PARAMS_WHY];

	assert_true(params_set(&p, "name", "other", why));
	check(&p);
	files = rtl_generate(&p);
	for (unsigned i = 0; i < files.n; i++) {
		const char *end = strstr(files.file[i].text, "// end\n");

		assert_true(starts(files.file[i].name, "rtl/other_"));
		assert_non_null(end);
		assert_null(strstr(end, "sluice_"));
		assert_null(strstr(end, "`ARBITER"));
#define FEATURE(name, present, help) assert_null(strstr(end, "def " #name "\n"));
#include "features.def"
	}
	rtl_files_free(&files);
}

/* Does a word, or a part of one behind an underscore, begin so? */
static bool mentions(const char *text, const char *beginning)
{
	for (const char *at = text; (at = strstr(at, beginning)); at++)
		if (!isalpha((unsigned char)at[-1]))
			return true;
	return false;
}

/* In ports of two sides packets wait in detection queues, though nothing is detected: the last word is not looked for there. */
TEST(without_lines_nothing_of_them_is_left)
{
	static const char *const gone[] = { "live", "match", "xoff", "notify", "msg", "hdr_", "undecided", "move_", "ready_set", "detect" };
	struct params p = params_default();
	struct rtl_files files;

	for (unsigned i = 0; i < SCHEMES * SORTINGS; i++) {
		p.scheme = i % SCHEMES;
		p.sorting = i / SCHEMES;
		p.saqs = p.scheme == SCHEME_recn_iq ? 0 : params_default().saqs;
		if (shape_of(&p).messages)
			continue;
		files = rtl_generate(&p);
		for (unsigned f = 0; f < files.n; f++)
			for (unsigned g = 0; g < sizeof gone / sizeof *gone - shape_of(&p).by_cells; g++)
				if (mentions(strstr(files.file[f].text, "// end\n"), gone[g]))
					fail_msg("%s mentions %s", files.file[f].name, gone[g]);
		rtl_files_free(&files);
	}
}
