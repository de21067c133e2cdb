/*
 * Every register and memory of the units of generated switches, and every port of the switches, as Yosys elaborates them, has the width of its
 * row, and nothing else has state; in random switches of every scheme, with argument `many` more of them. A row that says anything else is seen.
 */
#include "units.h"

#include <stdlib.h>
#include <string.h>

#include "random_space.h"
#include "rtl_json.h"

enum { PATH = 256, NETS = 1 << 17 };

static unsigned each = 2;               /* switches of a scheme */

/* A switch, the tables it is held against, and which modules stand where. */
struct switch_netlist {
	cJSON *json;
	const cJSON *modules;
	struct params params;
	struct unit_desc units[UNITS];
	struct site_desc sites[SITES];
	struct signal ports[PINS];
	const cJSON *at[SITES];         /* the module of instance 0; those of all instances are of one kind */
	unsigned found[SITES];          /* instances */
	unsigned errors;
	bool quiet;
};

static void wrong(struct switch_netlist *n, const char *where, const char *name, const char *what)
{
	n->errors++;
	if (!n->quiet)
		print_error("%s.%s: %s\n", where, name, what);
}

static const cJSON *item(const cJSON *of, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(of, name);
}

static const cJSON *module_of(const struct switch_netlist *n, const cJSON *cell)
{
	return cell ? item(n->modules, item(cell, "type")->valuestring) : NULL;
}

/* What a module holds by itself, and what the modules in it hold, but for those that a row names. */
struct state {
	unsigned flip_flops, memories;  /* bits; cells */
	bool at[NETS];                  /* net numbers that are flip-flops of the module itself */
};

static bool named(const struct unit_desc *u, const char *cell)
{
	for (unsigned row = 0; u && row < u->n; row++) {
		const struct signal *g = &u->signals[row];

		if (g->width && ((g->of && !strcmp(g->of, cell)) || (g->kind == SIGNAL_MEM && g->words && !strcmp(g->name, cell))))
			return true;
	}
	return false;
}

static void count_state(const struct switch_netlist *n, const cJSON *module, const struct unit_desc *u, bool itself, struct state *s)
{
	const cJSON *cell, *bit;

	cJSON_ArrayForEach(cell, item(module, "cells")) {
		const char *type = item(cell, "type")->valuestring;

		if (module_of(n, cell)) {
			if (!named(u, rtl_json_plain(cell->string)))
				count_state(n, module_of(n, cell), NULL, false, s);
		} else if (rtl_json_is_flip_flop(type)) {
			cJSON_ArrayForEach(bit, item(item(cell, "connections"), "Q")) {
				assert_true(bit->valueint >= 0 && bit->valueint < NETS);
				s->at[bit->valueint] |= itself;
				s->flip_flops++;
			}
		} else {
			s->memories += !strncmp(type, "$mem", 4);
		}
	}
}

/* Valid until the next call for a unit, or for a module in one. */
static const struct state *state_of(const struct switch_netlist *n, const cJSON *module, const struct unit_desc *u)
{
	static struct state states[2];
	struct state *s = &states[u != NULL];

	memset(s, 0, sizeof *s);
	count_state(n, module, u, true, s);
	return s;
}

/* A net of that many bits, each a flip-flop of the module. */
static bool is_register(const cJSON *module, const struct state *s, const char *name, unsigned width)
{
	const cJSON *bits = item(item(item(module, "netnames"), name), "bits"), *bit;

	cJSON_ArrayForEach(bit, bits)
		if (!cJSON_IsNumber(bit) || !s->at[bit->valueint])
			return false;
	return (unsigned)cJSON_GetArraySize(bits) == width;
}

/* A module of one register. */
static void check_register_of(struct switch_netlist *n, const cJSON *module, const struct unit_desc *u, const struct signal *g)
{
	const cJSON *inner = module_of(n, item(item(module, "cells"), g->of));
	const struct state *s = inner ? state_of(n, inner, NULL) : NULL;

	if (!inner || !is_register(inner, s, g->name, g->width) || s->flip_flops != g->width || s->memories)
		wrong(n, u->name, g->name, "no such register in its module");
}

static void check_memory(struct switch_netlist *n, const cJSON *module, const struct unit_desc *u, const struct signal *g)
{
	const cJSON *inner = module_of(n, item(item(module, "cells"), g->name)), *cell, *memory = NULL;
	char kind[PATH];

	cJSON_ArrayForEach(cell, item(inner, "cells"))
		if (!strncmp(item(cell, "type")->valuestring, "$mem", 4))
			memory = cell;
	snprintf(kind, sizeof kind, "%s_ram_1r1w%s", n->params.name, g->masked ? "_masked" : "");
	if (!memory || rtl_json_parameter(memory, "SIZE") != g->words || rtl_json_parameter(memory, "WIDTH") != g->width)
		wrong(n, u->name, g->name, "no memory of so many words and bits");
	else if (!item(item(inner, "attributes"), "hdlname") || strcmp(rtl_json_plain(item(item(inner, "attributes"), "hdlname")->valuestring), kind) != 0)
		wrong(n, u->name, g->name, "not of that kind");
	else if (!is_register(inner, state_of(n, inner, NULL), "rdata_q", g->width) || state_of(n, inner, NULL)->flip_flops != g->width)
		wrong(n, u->name, g->name, "its read register has another width");
}

/* Ports of the switch; besides, it has a clock and a reset. */
static void check_ports(struct switch_netlist *n, const char *name)
{
	const cJSON *const ports = item(item(n->modules, name), "ports");
	int listed = (item(ports, "clk") != NULL) + (item(ports, "rst") != NULL);

	for (const struct signal *g = n->ports; g < n->ports + PINS; g++) {
		const cJSON *port = item(ports, g->name);

		if (!g->width)
			continue;
		listed++;
		if (!port || strcmp(item(port, "direction")->valuestring, g->kind == SIGNAL_IN ? "input" : "output") != 0)
			wrong(n, name, g->name, "no such port");
		else if ((unsigned)cJSON_GetArraySize(item(port, "bits")) != g->width)
			wrong(n, name, g->name, "the port has another width");
	}
	if (cJSON_GetArraySize(ports) != listed)
		wrong(n, name, "*", "ports that the table does not have");
}

static void check_unit(struct switch_netlist *n, const cJSON *module, const struct unit_desc *u)
{
	const struct state *const s = state_of(n, module, u);
	unsigned flip_flops = 0;

	for (const struct signal *g = u->signals; g < u->signals + u->n; g++) {
		if (g->kind == SIGNAL_MEM && g->words)
			check_memory(n, module, u, g);
		if (g->kind != SIGNAL_REG || !g->width)
			continue;
		if (g->of)
			check_register_of(n, module, u, g);
		else if (!is_register(module, s, g->name, g->width))
			wrong(n, u->name, g->name, "no register of that width");
		flip_flops += g->of ? 0 : g->width;
	}
	if (s->flip_flops != flip_flops || s->memories)
		wrong(n, u->name, "*", "state that the table does not have");
}

/* The site whose instance has that path; SITES: none. */
static enum site site_at(const struct switch_netlist *n, const char *path, unsigned *instance)
{
	for (enum site at = 0; at < SITES; at++)
		for (*instance = 0; *instance < n->sites[at].instances; ++*instance) {
			char expected[PATH];

			site_path(&n->sites[at], *instance, expected, sizeof expected);
			if (!strcmp(expected, path))
				return at;
		}
	return SITES;
}

/* Units where they stand; what is between them has no state. */
static void walk(struct switch_netlist *n, const cJSON *module, const char *path)
{
	const cJSON *cell;
	unsigned instance;
	const enum site at = site_at(n, path, &instance);

	if (at < SITES) {
		assert_true(!n->at[at] || n->at[at] == module);
		n->at[at] = module;
		n->found[at]++;
		return;
	}
	cJSON_ArrayForEach(cell, item(module, "cells")) {
		const char *type = item(cell, "type")->valuestring;
		char inner[PATH];

		snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", rtl_json_plain(cell->string));
		if (module_of(n, cell))
			walk(n, module_of(n, cell), inner);
		else if (rtl_json_is_flip_flop(type) || !strncmp(type, "$mem", 4))
			wrong(n, path, rtl_json_plain(cell->string), "state between units");
	}
}

static void open_switch(struct switch_netlist *n, const struct params *p)
{
	const struct shape s = shape_of(p);
	char top[PARAMS_WORD + 8];

	*n = (struct switch_netlist){ .params = *p, .json = rtl_json(p) };
	n->modules = item(n->json, "modules");
	units_describe(&s, n->units, n->sites);
	ports_describe(&s, n->ports);
	snprintf(top, sizeof top, "%s_switch", p->name);
	check_ports(n, top);
	walk(n, item(n->modules, top), "");
	for (enum site at = 0; at < SITES; at++)
		assert_int_equal(n->found[at], n->sites[at].instances);
}

static void check_units(struct switch_netlist *n)
{
	for (enum site at = 0; at < SITES; at++)
		if (n->at[at])
			check_unit(n, n->at[at], &n->units[n->sites[at].unit]);
}

/* The row as it is not: is that seen? */
static void seen(struct switch_netlist *n, enum site at, struct signal *row, struct signal changed, const char *what)
{
	const struct signal is = *row;
	const unsigned before = n->errors;

	n->quiet = true;
	*row = changed;
	check_unit(n, n->at[at], &n->units[n->sites[at].unit]);
	*row = is;
	n->quiet = false;
	if (n->errors == before)
		fail_msg("%s.%s: nobody sees %s", n->sites[at].name, row->name, what);
	n->errors = before;
}

static void wrong_rows_are_seen(struct switch_netlist *n)
{
	for (enum site at = 0; at < SITES; at++) {
		struct unit_desc *u = &n->units[n->sites[at].unit];

		for (struct signal *g = u->signals; g < u->signals + u->n && n->at[at]; g++) {
			struct signal more = *g, less = *g, longer = *g, gone = *g, masked = *g;

			if (!g->width || (g->kind == SIGNAL_MEM && !g->words))
				continue;
			more.width++;
			less.width--;
			longer.words++;
			masked.masked ^= true;
			gone.words = gone.width = 0;
			seen(n, at, g, more, "a bit too many");
			seen(n, at, g, less, "a bit too few");
			seen(n, at, g, gone, "that it is missing");
			if (g->kind == SIGNAL_MEM) {
				seen(n, at, g, longer, "a word too many");
				seen(n, at, g, masked, "the other kind of memory");
			}
		}
	}
}

static void wrong_ports_are_seen(struct switch_netlist *n)
{
	char top[PARAMS_WORD + 8];

	snprintf(top, sizeof top, "%s_switch", n->params.name);
	for (unsigned i = 0; i < 2 * PINS; i++) {
		struct signal *const g = &n->ports[i / 2], is = *g;
		const unsigned before = n->errors;

		n->quiet = true;
		g->width = i % 2 && g->width ? 0 : g->width + 1;
		check_ports(n, top);
		*g = is;
		n->quiet = false;
		if (n->errors == before)
			fail_msg("%s: nobody sees that it has another width", g->name);
		n->errors = before;
	}
}

/* A register that the Verilog does not have. */
static void a_row_too_many_is_seen(struct switch_netlist *n)
{
	for (enum site at = 0; at < SITES; at++) {
		struct unit_desc *u = &n->units[n->sites[at].unit];

		if (!n->at[at])
			continue;
		seen(n, at, &u->signals[u->n++], (struct signal){ .kind = SIGNAL_REG, .name = "other_q", .width = 1 }, "a register too many");
		u->n--;
	}
}

static void check(const struct params *p, bool plant)
{
	static struct switch_netlist n;

	open_switch(&n, p);
	check_units(&n);
	if (n.errors)
		fail_msg("%u differences: %s, radix %u, slots %u, packet_flits %u, queues %u, arbiter %u", n.errors, params_table[PARAM_INDEX_scheme].texts[p->scheme],
			 p->radix, p->slots, p->packet_flits, p->queues, p->arbiter);
	if (plant) {
		wrong_rows_are_seen(&n);
		a_row_too_many_is_seen(&n);
		wrong_ports_are_seen(&n);
	}
	cJSON_Delete(n.json);
}

/* Until every scheme, and either place of FBICM's lists, has had its share. */
static void random_switches(void **state)
{
	(void)state;
	static const struct space space = { .most_size = 40, .most_nodes = 60 };
	unsigned had[SCHEMES][LISTS] = { 0 };
	struct rng r = rng_seed(1, 0);

	for (unsigned left = SCHEMES + LISTS - 1; left;) {
		const struct params p = random_switch(&space, &r);
		unsigned *const n = &had[p.scheme][p.lists];

		if (*n == each)
			continue;
		check(&p, ++*n == 1);
		left -= *n == each;
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(random_switches) };

	if (argc > 1 && !strcmp(argv[1], "many"))
		each = 10;
	return cmocka_run_group_tests_name("rtl_widths", tests, NULL, NULL);
}
