#include "texts.h"

#include "shim.h"
#include "units.h"

#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make_public(FILE *f, const char *name, const char *module, const char *variable)
{
	fprintf(f, "public_flat_rd -module \"%s_%s\" -var \"%s\"\n", name, module, variable);
}

static void make_registers_public(FILE *f, const char *name, const struct unit_desc units[UNITS])
{
	static const char *const ram[] = { "mem", "rdata_q", "wen", "waddr" };
	bool masked = false;

	for (unsigned u = 0; u < UNITS; u++)
		for (unsigned row = 0; row < units[u].n && units[u].present; row++) {
			const struct signal *g = &units[u].signals[row];

			if (g->kind == SIGNAL_REG && g->of)     /* of a module below the unit, of whatever kind */
				fprintf(f, "public_flat_rd -module \"%s_*\" -var \"%s\"\n", name, g->name);
			else if (g->kind == SIGNAL_REG)
				make_public(f, name, units[u].name, g->name);
			masked |= g->masked;
		}
	for (unsigned i = 0; i < sizeof ram / sizeof *ram; i++) {
		make_public(f, name, "ram_1r1w", ram[i]);
		if (masked)
			make_public(f, name, "ram_1r1w_masked", ram[i]);
	}
}

static void share(FILE *f, const char *name, const char *module)
{
	fprintf(f, "no_inline -module \"%s_%s\"\n", name, module);
}

static void share_ports(FILE *f, const char *name, const struct unit_desc units[UNITS], const struct site_desc sites[SITES])
{
	share(f, name, "iport");
	share(f, name, "notify_in");
	for (const struct site_desc *site = sites; site < sites + SITES; site++)
		if (site->instances && site->per == AT_OUTPUT)
			share(f, name, units[site->unit].name);
}

static void configure_units(FILE *f, const struct shape *s, const char *name, bool probed, bool flat)
{
	struct unit_desc units[UNITS];
	struct site_desc sites[SITES];

	units_describe(s, units, sites);
	if (!flat)
		share_ports(f, name, units, sites);
	if (probed)
		make_registers_public(f, name, units);
}

struct text text_config(const struct shape *s, const char *name, bool probed, bool flat)
{
	struct text t;
	FILE *f = text_begin(&t);

	if (!f)
		return t;
	fputs("`verilator_config\n", f);
	configure_units(f, s, name, probed, flat);
	text_end(&t, f);
	return t;
}

static const char *declaration(const char *at, const char *direction)
{
	const size_t n = strlen(direction);

	while ((at = strchr(at, '\n')) && strncmp(++at, ");", 2) != 0)
		if (!strncmp(at, "  ", 2) && !strncmp(at + 2, direction, n) && at[2 + n] == ' ')
			return at;
	return NULL;
}

const char *module_port(const char *at, const char *direction, int *length)
{
	const char *const from = !strncmp(at, ", ", 2) && isalpha((unsigned char)at[2]) ? at : declaration(at, direction);
	const char *end, *name;

	if (!from)
		return NULL;
	end = from + 2 + strcspn(from + 2, ",/\n");
	while (end[-1] == ' ')
		end--;
	for (name = end; isalnum((unsigned char)name[-1]) || name[-1] == '_'; )
		name--;
	*length = (int)(end - name);
	return name;
}

/* For an input that is not public, Verilator puts its driver into the module's code, which is then different for each instance. */
static void make_inputs_public(FILE *f, const char *config, const char *verilog)
{
	static const char begins[] = "\nmodule ";

	for (const char *m = verilog; (m = strstr(m, begins)); m++) {
		const char *const module = m + strlen(begins);
		const int n = (int)strcspn(module, " (#;\n");
		char shared[256];
		int length;

		snprintf(shared, sizeof shared, "no_inline -module \"%.*s\"\n", n, module);
		if (!strstr(config, shared))
			continue;
		for (const char *port = module; (port = module_port(port, "input", &length)); port += length)
			if (length != 3 || (strncmp(port, "clk", 3) != 0 && strncmp(port, "rst", 3) != 0))
				fprintf(f, "public_flat_rd -module \"%.*s\" -var \"%.*s\"\n", n, module, length, port);
	}
}

struct text text_config_inputs(struct text config, const struct text verilog[], unsigned n)
{
	struct text t = { NULL, 0 };
	FILE *f = config.s ? text_begin(&t) : NULL;

	if (f) {
		fputs(config.s, f);
		for (unsigned i = 0; i < n; i++)
			make_inputs_public(f, config.s, verilog[i].s);
		text_end(&t, f);
	}
	free(config.s);
	return t;
}

/* ----- assertions ----- */

/* The unit of a module: its name without the prefix and what joins it to that. */
static const char *unit_of(const char *module, const char *prefix)
{
	const size_t n = strlen(prefix);

	return !strncmp(module, prefix, n) && module[n] == '_' ? module + n + 1 : module;
}

struct text assertions_by_call(struct text verilog, const char *prefix)
{
	enum { ALL, MODULE, TEXT, PARTS };
	const char *from = verilog.s, *unit = "", *end = unit;
	regmatch_t at[PARTS];
	regex_t pattern;
	struct text t = { NULL, 0 };
	FILE *f = NULL;

	if (!regcomp(&pattern, "\nmodule ([A-Za-z0-9_]+)|[$]fatal[(]1, \"([^\"\\%\n]*)\"[)];", REG_EXTENDED))
		f = text_begin(&t);
	if (f) {
		for (; !regexec(&pattern, from, PARTS, at, 0); from += at[ALL].rm_eo) {
			const bool module = at[MODULE].rm_so >= 0;

			fprintf(f, "%.*s", (int)(module ? at[ALL].rm_eo : at[ALL].rm_so), from);
			if (module) {
				unit = unit_of(from + at[MODULE].rm_so, prefix);
				end = from + at[MODULE].rm_eo;
			} else {
				fprintf(f, "$c(\"dut_assertion(dut_instance(vlSelf, 0), \\\"%.*s\\\", \\\"%.*s\\\");\");", (int)(end - unit), unit,
					(int)(at[TEXT].rm_eo - at[TEXT].rm_so), from + at[TEXT].rm_so);
			}
		}
		fputs(from, f);
		text_end(&t, f);
		regfree(&pattern);
	}
	free(verilog.s);
	return t;
}

/* ----- networks ----- */

/* Adapters of network interfaces, in a layer; their modules are instantiated once a node. */
static void configure_layer(FILE *f, const struct shape *nic, enum shape_sides layer, const char *name)
{
	const struct shape s = shape_side(nic, layer);
	struct unit_desc units[UNITS];
	struct site_desc sites[SITES];

	units_describe(&s, units, sites);
	make_registers_public(f, name, units);
}

struct text text_fabric_config(const struct shape *sw, const char *name, const struct shape *nic, const char *nic_name)
{
	struct text t;
	FILE *f = text_begin(&t);

	if (!f)
		return t;
	fputs("`verilator_config\n", f);
	configure_units(f, sw, name, true, false);
	configure_units(f, nic, nic_name, true, false);
	configure_layer(f, nic, SIDE_ADAPTER, nic_name);
	configure_layer(f, nic, SIDE_AXIS, nic_name);
	share(f, name, "switch");
	share(f, nic_name, "switch");
	share(f, nic_name, "nic");
	if (nic->axis_bytes)
		share(f, nic_name, "axis_node");
	text_end(&t, f);
	return t;
}

void bench_port(struct bench_ports *p, const char *name, unsigned bits, bool input)
{
	p->at[p->n++] = (struct bench_port){ name, bits, input };
}

struct bench_ports bench_ports_of(const struct shape *s)
{
	struct bench_ports p = { .n = 0 };
	struct signal ports[PINS];

	ports_describe(s, ports);
	for (unsigned n = 0; n < PINS; n++)
		if (ports[n].width)
			bench_port(&p, ports[n].name, ports[n].width, ports[n].kind == SIGNAL_IN);
	return p;
}

struct text text_ports(const struct bench_ports *p)
{
	struct text t;
	FILE *f = text_begin(&t);

	if (!f)
		return t;
	fputs("PORT(clk)\nPORT(rst)\n", f);
	for (unsigned i = 0; i < p->n; i++)
		fprintf(f, "PORT(%s)\n", p->at[i].name);
	text_end(&t, f);
	return t;
}

/*
 * A register between a pin and the switch. That of reset is loaded when reset changes, and no clock edge is needed. A pin that the switch's logic
 * saw itself would have it evaluated twice more in each cycle: Verilator cannot know that it stayed.
 */
static void list_register(const char *pin, unsigned width, const char *events, FILE *f)
{
	fprintf(f, "reg [%u:0] %s_q;\nalways @(%s) %s_q <= %s;\n", width - 1, pin, events, pin, pin);
}

static void list_ports(const struct bench_ports *p, FILE *f)
{
	fputs("  clk, rst", f);
	for (unsigned i = 0; i < p->n; i++)
		fprintf(f, ",\n  %s", p->at[i].name);
	fputs("\n);\ninput wire clk, rst;\n", f);
	for (unsigned i = 0; i < p->n; i++)
		fprintf(f, "%s wire [%u:0] %s;\n", p->at[i].input ? "input" : "output", p->at[i].bits - 1, p->at[i].name);
}

struct text text_bench(const struct bench_ports *p, const struct text_inside *m)
{
	struct text t;
	FILE *f = text_begin(&t);

	if (!f)
		return t;
	fputs("module " SHIM_TOP " (\n", f);
	list_ports(p, f);
	if (!m->flat) {
		list_register("rst", 1, "posedge rst, negedge rst", f);
		fputs("initial rst_q = rst;\n", f);
	}
	for (unsigned i = 0; i < p->n; i++)
		if (p->at[i].input)
			list_register(p->at[i].name, p->at[i].bits, m->prompt ? "negedge clk" : "posedge clk", f);
	fprintf(f, "%s %s (\n  .clk(clk), .rst(rst%s)", m->module, m->instance, m->flat ? "" : "_q");
	for (unsigned i = 0; i < p->n; i++)
		fprintf(f, ",\n  .%s(%s%s)", p->at[i].name, p->at[i].name, p->at[i].input ? "_q" : "");
	if (m->open)
		fprintf(f, ",\n  /* verilator lint_off PINCONNECTEMPTY */ .%s() /* verilator lint_on PINCONNECTEMPTY */", m->open);
	fputs("\n);\nendmodule\n", f);
	text_end(&t, f);
	return t;
}
