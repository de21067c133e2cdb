#include "area_print.h"
#include "cache.h"
#include "cacti.h"
#include "verilog/generated.h"
#include "options.h"
#include "output.h"
#include "report_error.h"
#include "why_not.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const tools[] = { "cacti7", "cacti6.5", "cacti-p" };
static const char *const cells[] = { "itrs-hp", "itrs-lop", "itrs-lstp" };
static const char *const objectives[] = { [SRAM_AREA] = "area", [SRAM_CYCLE] = "cycle" };
static const char *const papers[] = { "obqa-table-3", "recn-iq-memory", "fbicm-routing-table", "qos-table-1" };

#define COUNT(names) (sizeof (names) / sizeof *(names))
enum { TOOLS = COUNT(tools), CELLS = COUNT(cells), OBJECTIVES = COUNT(objectives), PAPERS = COUNT(papers) };

#define OPTION_STRUCT area_options
#define OPTION_FILE "cost/area.def"
#include "option_table.h"

const struct command_line line_area = {
	.name = "area",
	.summary = "Estimates area, access time, energy and leakage of memories: of all memories in the manifest of the switch with\n"
		   "these parameters, or of a single memory (--memory). docs/use/area.md has the error of the model against CACTI.",
	.table = rows,
};

struct task {
	struct price_setup setup;
	struct cacti cacti;
	char cache[CACTI_PATH], source[PRICE_WHY];
	const char *json;
	const char *map_file;
	struct memory_map map;          /* with map_file */
};

/* config: the file of --config, or NULL. */
static bool read_options(const struct area_options *o, const char *config, struct task *t, char why[PARAMS_WHY])
{
	const struct output_option files[] = { { "config", config, true }, { "memory-map", o->memory_map, true }, { "json", o->json, false } };
	const int tasks = o->given.memory + o->given.check + o->given.reproduce;
	char json[OUTPUT_WHY];

	*t = (struct task){ .setup = price_setup_default(), .json = o->json, .map_file = o->memory_map };
	if (tasks && o->memory_map)
		return why_not(why, PARAMS_WHY, "--memory-map is of a switch: not with --memory, --check, --reproduce");
	if (tasks > 1 || ((o->check || o->given.reproduce) && (t->json || o->cacti)))
		return why_not(why, PARAMS_WHY, "--memory, --check and --reproduce exclude each other; --check and --reproduce also exclude --json and --cacti");
	if (!output_apart(files, sizeof files / sizeof *files, json))
		return why_not(why, PARAMS_WHY, "%s", json);
	if (t->json && !output_possible(t->json, json))
		return why_not(why, PARAMS_WHY, "--json: %.200s", json);
	t->cacti = (struct cacti){ .program = o->cacti, .seconds = o->cacti_seconds };
	t->setup.nm = (unsigned)strtoul(price_nodes[o->tech], NULL, 10);
	t->setup.tool = tools[o->calibration];
	t->setup.cell = cells[o->cell];
	t->setup.objective = (enum sram_objective)o->objective;
	t->setup.slack = price_slack(t->setup.objective);
	if (!o->no_cache && cache_dir("cacti", t->cache, sizeof t->cache))
		t->cacti.cache = t->cache;
	area_source(&t->setup, o->cacti, t->source, sizeof t->source);
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
		return error_line(status, "%s", why);
	if (!output_is_stdout(t->json))
		area_print_memory(&m, &p, t->source);
	return t->json ? write_json_text("json", t->json, area_memory_json(&m, &p, &t->setup, t->source)) : EXIT_OK;
}

static int price_switch(const struct task *t, const struct params *params)
{
	char why[PRICE_WHY], name[PARAMS_WORD + 16];
	struct inventory inventory;

	inventory_of(params, &inventory);
	for (struct inventory_item *i = inventory.item; i < inventory.item + inventory.n; i++) {
		const int status = t->map_file && inventory_price_macros(i, &t->map) ? EXIT_OK : price(t, &i->memory, &i->price, why);

		if (status != EXIT_OK)
			return error_line(status, "%s.%s: %s", i->unit, i->name, why);
	}
	snprintf(name, sizeof name, "%s_switch", params->name);
	if (!output_is_stdout(t->json))
		area_print_switch(name, &inventory, t->source);
	return t->json ? write_json_text("json", t->json, area_switch_json(name, &inventory, &t->setup, t->source)) : EXIT_OK;
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

static int (*const reproduce[PAPERS])(const struct price_setup *) = { area_print_obqa, area_print_recn_iq, area_print_fbicm, area_print_qos };

int command_area(int argc, char **argv)
{
	char why[PARAMS_WHY];
	struct area_options own;
	struct options o;
	struct task t;
	int status;

	if (!options_parse(&o, &line_area, &own, argc, argv, &status))
		return status;
	if (!read_options(&own, o.config, &t, why))
		return bad_input("%s", why);
	if (own.check)
		return check(own.check);
	if (own.given.reproduce)
		return reproduce[own.reproduce](&t.setup);
	if (t.map_file && !generated_map(t.map_file, &t.map, &status))
		return status;
	return own.memory ? price_one(&t, own.memory) : price_switch(&t, &o.params);
}
