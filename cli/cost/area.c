#include "area_print.h"
#include "cache.h"
#include "cacti.h"
#include "options.h"
#include "output.h"
#include "say.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY, TECH, CELL, TOOL, OBJECTIVE, JSON, CACTI, SECONDS, NO_CACHE, CHECK, REPRODUCE };

static const struct option_desc own[] = {
	[MEMORY] = { "memory", "SPEC", "price one memory: WORDSxBITS,PORTS[,cam], as 512x64,1r1w" },
	[TECH] = { "tech", "NM", "22, 32, 45, 65, 90; 130 or 180: area alone [45]" },
	[CELL] = { "cell", "TYPE", "itrs-hp; at 45 nm also itrs-lop, itrs-lstp [itrs-hp]" },
	[TOOL] = { "calibration", "TOOL", "whose figures the model follows: cacti7, cacti6.5; cacti-p for CAMs [cacti7]" },
	[OBJECTIVE] = { "objective", "WHAT", "of all that are fast enough: area (the smallest), cycle (the shortest) [area]" },
	[JSON] = { "json", "FILE", "write it as JSON, too; - is standard output, without the table" },
	[CACTI] = { "cacti", "PROGRAM", "ask this CACTI (6.5, 7 or P) instead of the model" },
	[SECONDS] = { "cacti-seconds", "S", "limit of each of its runs [60; 0.1..86400]" },
	[NO_CACHE] = { "no-cache", NULL, "neither use nor keep its answers" },
	[CHECK] = { "check", "CSV", "errors of the model against a table that CACTI printed" },
	[REPRODUCE] = { "reproduce", "WHAT", "figures of the papers: obqa-table-3, recn-iq-memory, fbicm-routing-table, qos-table-1" },
};

static const struct command_line area = {
	.name = "area",
	.summary = "Prices memories: area, access time, energy, leakage. Of the switch of these parameters, all that its\n"
		   "manifest lists; or of one that is named. How far the model is from CACTI: docs/area.md.",
	.options = own,
	.n = sizeof own / sizeof *own,
};

struct task {
	struct price_setup setup;
	struct cacti cacti;
	char cache[CACTI_PATH], source[PRICE_WHY];
	const char *json;
};

static const char *const tools[] = { "cacti7", "cacti6.5", "cacti-p" };
static const char *const cells[] = { "itrs-hp", "itrs-lop", "itrs-lstp" };
static const char *const objectives[] = { [SRAM_AREA] = "area", [SRAM_CYCLE] = "cycle" };

static bool read_setup(const struct options *o, struct task *t, char why[PARAMS_WHY])
{
	unsigned node = 2, tool = 0, type = 0, objective = SRAM_AREA;

	if (!options_choice(o, &area, TECH, price_nodes, PRICE_NODES, &node, why) ||
	    !options_choice(o, &area, CELL, cells, sizeof cells / sizeof *cells, &type, why) ||
	    !options_choice(o, &area, TOOL, tools, sizeof tools / sizeof *tools, &tool, why) ||
	    !options_choice(o, &area, OBJECTIVE, objectives, sizeof objectives / sizeof *objectives, &objective, why))
		return false;
	t->setup.nm = (unsigned)strtoul(price_nodes[node], NULL, 10);
	t->setup.tool = tools[tool];
	t->setup.cell = cells[type];
	t->setup.objective = (enum sram_objective)objective;
	t->setup.slack = price_slack(t->setup.objective);
	return true;
}

static bool read_options(const struct options *o, struct task *t, char why[PARAMS_WHY])
{
	char json[OUTPUT_WHY];
	unsigned tasks = 0;

	*t = (struct task){ .setup = price_setup_default(), .json = o->value[JSON] };
	for (unsigned i = 0; i < 3; i++)
		tasks += o->value[((const unsigned[]){ MEMORY, CHECK, REPRODUCE })[i]] != NULL;
	if (tasks > 1 || ((o->value[CHECK] || o->value[REPRODUCE]) && (t->json || o->value[CACTI]))) {
		snprintf(why, PARAMS_WHY, "--memory, --check and --reproduce exclude each other; the last two also --json and --cacti");
		return false;
	}
	if (t->json && !output_possible(t->json, json)) {
		snprintf(why, PARAMS_WHY, "--json: %.200s", json);
		return false;
	}
	t->cacti = (struct cacti){ .program = o->value[CACTI], .seconds = 60 };
	if (!options_real(o, &area, SECONDS, 0.1, 86400, &t->cacti.seconds, why) || !read_setup(o, t, why))
		return false;
	if (!o->value[NO_CACHE] && cache_dir("cacti", t->cache, sizeof t->cache))
		t->cacti.cache = t->cache;
	area_source(&t->setup, o->value[CACTI], t->source, sizeof t->source);
	return true;
}

/* Returns an exit status; unless that is EXIT_OK: why. */
static int price(const struct task *t, const struct memory *m, struct price *p, char why[PRICE_WHY])
{
	if (!t->cacti.program)
		return price_memory(&t->setup, m, p, why) ? EXIT_OK : EXIT_BAD_INPUT;
	switch (cacti_price(&t->cacti, &t->setup, m, p, why)) {
	case CACTI_PRICED: return EXIT_OK;
	case CACTI_BAD_INPUT: return EXIT_BAD_INPUT;
	default: return EXIT_ENVIRONMENT;
	}
}

static int complain(int status, const char *why)
{
	return status == EXIT_BAD_INPUT ? bad_input("%s", why) : environment_failed("%s", why);
}

static bool json_to_stdout(const struct task *t)
{
	return t->json && !strcmp(t->json, "-");
}

/* text is freed. */
static int write_json(const struct task *t, char *text)
{
	struct output out;
	char why[OUTPUT_WHY];
	bool good = text;

	if (!good)
		return environment_failed("--json: %s", strerror(ENOMEM));
	if (!output_begin(&out, t->json, why)) {
		free(text);
		return cannot("--json: %s", why);
	}
	fprintf(out.f, "%s\n", text);
	free(text);
	return output_end(&out, why) ? EXIT_OK : cannot("--json: %s", why);
}

static int price_one(const struct task *t, const char *spec)
{
	char why[PRICE_WHY];
	struct memory m;
	struct price p;
	int status;

	if (!memory_parse(&m, spec, why))
		return bad_input("%s", why);
	status = price(t, &m, &p, why);
	if (status != EXIT_OK)
		return complain(status, why);
	if (!json_to_stdout(t))
		area_print_memory(&m, &p, t->source);
	return t->json ? write_json(t, area_memory_json(&m, &p, &t->setup, t->source)) : EXIT_OK;
}

static int price_switch(const struct task *t, const struct params *params)
{
	char why[2 * PRICE_WHY], cause[PRICE_WHY], name[PARAMS_WORD + 16];
	struct inventory inventory;
	int status = EXIT_OK;

	if (!inventory_of(params, &inventory, why))
		return bad_input("%s", why);
	for (struct inventory_item *i = inventory.item; i < inventory.item + inventory.n && status == EXIT_OK; i++) {
		status = price(t, &i->memory, &i->price, cause);
		if (status != EXIT_OK)
			snprintf(why, sizeof why, "%s.%s: %s", i->unit, i->name, cause);
	}
	if (status != EXIT_OK)
		return complain(status, why);
	snprintf(name, sizeof name, "%s_switch", params->name);
	if (!json_to_stdout(t))
		area_print_switch(name, &inventory, t->source);
	return t->json ? write_json(t, area_switch_json(name, &inventory, &t->setup, t->source)) : EXIT_OK;
}

static int check(const char *path)
{
	struct grid_report report;
	char why[PRICE_WHY];
	FILE *f = fopen(path, "r");
	bool good;

	if (!f)
		return bad_input("--check: cannot read '%s': %s", path, strerror(errno));
	good = grid_check(f, path, &report, why);
	fclose(f);
	if (!good)
		return bad_input("--check: %s", why);
	area_print_report(path, &report);
	return EXIT_OK;
}

static int reproduce(const struct options *o, const struct price_setup *s)
{
	static const char *const names[] = { "obqa-table-3", "recn-iq-memory", "fbicm-routing-table", "qos-table-1" };
	char why[PARAMS_WHY];
	unsigned which = 0;

	if (!options_choice(o, &area, REPRODUCE, names, sizeof names / sizeof *names, &which, why))
		return bad_input("%s", why);
	switch (which) {
	case 0: return area_print_obqa();
	case 1: return area_print_recn_iq(s);
	case 2: return area_print_fbicm(s);
	default: return area_print_qos(s);
	}
}

int command_area(int argc, char **argv);

int command_area(int argc, char **argv)
{
	char why[PARAMS_WHY];
	struct options o;
	struct task t;
	int status;

	if (!options_parse(&o, &area, argc, argv, &status))
		return status;
	if (!read_options(&o, &t, why))
		return bad_input("%s", why);
	if (o.value[CHECK])
		return check(o.value[CHECK]);
	if (o.value[REPRODUCE])
		return reproduce(&o, &t.setup);
	return o.value[MEMORY] ? price_one(&t, o.value[MEMORY]) : price_switch(&t, &o.params);
}
