#define _XOPEN_SOURCE 700       /* realpath, symlink */
#include "synth.h"

#include "inventory.h"
#include "netlist.h"
#include "text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double NEAR = 1.01;        /* times the fastest */

/* A run: its configuration, its report, and the scripts for the tools. */
struct run {
	const struct synth_config *c;
	struct synth_report *r;
	struct script script;
	struct work work;
	const char *const *recipe;      /* names of the recipes of the run: one, or all */
	unsigned recipes;
};

static bool write_file(const struct run *x, const char *name, const char *end, script_writer *script, unsigned which)
{
	FILE *f = work_create(&x->work, name, end);

	if (f)
		script(&x->script, which, f);
	return f && work_finish(f);
}

static bool write_recipe(const struct run *x, unsigned k)
{
	const char *const name = recipe_names[k];

	return write_file(x, name, ".ys", script_map, k) && write_file(x, name, ".abc", script_abc, k) && write_file(x, name, ".tcl", script_sta, k);
}

static enum synth_status write_scripts(struct run *x)
{
	bool good = write_file(x, "constraints", ".txt", script_constraints, 0) && write_file(x, "memories", ".v", script_memories_v, 0) &&
		    write_file(x, "macro_memories", ".v", script_macro_memories, 0) && write_file(x, "memories", ".lib", script_memories_lib, 0);

	for (enum netlist kind = 0; kind < NETLISTS && good; kind++)
		good = write_file(x, netlist_names[kind], ".ys", script_yosys, kind);
	good = good && write_file(x, netlist_names[NETLIST_BLOCKS], ".tcl", script_sta, RECIPES);
	for (unsigned recipe = 0; recipe < RECIPES && good; recipe++)
		good = write_recipe(x, recipe);
	return good ? SYNTH_OK : work_not_written(&x->work);
}

static enum synth_status read_library(struct run *x)
{
	char why[LIBERTY_WHY], to[WORK_FILE];
	struct text text;
	enum synth_status status = SYNTH_OK;

	if (!liberty_read(&x->r->liberty, x->c->liberty, &text, x->r->liberty_path, why))
		status = work_refuse(&x->work, SYNTH_BAD_INPUT, "%s", why);
	if (x->r->liberty.buffer)
		x->script.driver = x->r->liberty.buffer->name;
	work_path(&x->work, to, SCRIPT_LIBRARY, "");
	if (status == SYNTH_OK && !text_write(to, text))
		status = work_not_written(&x->work);
	free(text.s);
	return status;
}

/* Yosys elaborates the network, whose memories nothing else lists. */
static enum synth_status find_memories(struct run *x)
{
	enum synth_status status;
	char path[WORK_FILE];

	if (!write_file(x, "memories", ".ys", script_find_memories, 0))
		return work_not_written(&x->work);
	status = work_end_yosys(&x->work, work_start_yosys(&x->work, "memories"), "memories");
	if (status != SYNTH_OK)
		return status;
	work_path(&x->work, path, SCRIPT_DUMP, "");
	return blocks_read_memories(&x->r->blocks, path) ? SYNTH_OK : work_refuse(&x->work, SYNTH_FAILED, "%.800s: no list of memories, or too many", path);
}

static pid_t start_sta(const struct work *w, const char *name)
{
	char tcl[WORK_NAME], report[WORK_NAME], from[WORK_FILE], to[WORK_FILE];
	const char *const args[] = { "sta", "-no_splash", "-exit", tcl, NULL };

	snprintf(tcl, sizeof tcl, "%s.tcl", name);
	snprintf(report, sizeof report, "%s.rpt", name);
	work_path(w, from, name, ".v");
	work_path(w, to, name, ".sta.v");
	return netlist_for_opensta(from, to) ? tool_start(w->path, report, args) : -1;
}

/* OpenSTA continues after a command that it refuses, with exit status 0: the report would then be of another setup. */
static enum synth_status end_sta(const struct work *w, pid_t pid, const char *name)
{
	char log[WORK_NAME], last[WORK_LINE];
	int status = tool_wait(pid);

	snprintf(log, sizeof log, "%s.rpt", name);
	if (!status && work_last_error(w, log, last))
		status = 1;
	return work_judge(w, status, "sta", "opensta", name, ".rpt");
}

/* A program for each recipe, `jobs` at a time. All are waited for; the first that fails says why. */
static enum synth_status each_recipe(const struct run *x, pid_t (*start)(const struct work *, const char *),
				     enum synth_status (*end)(const struct work *, pid_t, const char *))
{
	const unsigned n = x->recipes, jobs = x->c->jobs ? x->c->jobs : 1;
	enum synth_status result = SYNTH_OK;
	unsigned started = 0, ended = 0;
	pid_t pid[RECIPES];

	while (ended < started || (started < n && result == SYNTH_OK))
		if (result == SYNTH_OK && started < n && started - ended < jobs) {
			pid[started] = start(&x->work, x->recipe[started]);
			started++;
		} else if (result == SYNTH_OK) {
			result = end(&x->work, pid[ended], x->recipe[ended]);
			ended++;
		} else {
			tool_wait(pid[ended++]);
		}
	return result;
}

/* The blocks are mapped beside all that is done with the netlist optimized as one. */
static enum synth_status map(struct run *x, unsigned netlists)
{
	const char *const flat = netlist_names[NETLIST_FLAT], *const blocks = netlist_names[NETLIST_BLOCKS];
	const pid_t beside = netlists > NETLIST_BLOCKS ? work_start_yosys(&x->work, blocks) : -1;
	enum synth_status result = work_end_yosys(&x->work, work_start_yosys(&x->work, flat), flat);

	if (result == SYNTH_OK)
		result = each_recipe(x, work_start_yosys, work_end_yosys);
	if (netlists <= NETLIST_BLOCKS)
		return result;
	if (result == SYNTH_OK)
		return work_end_yosys(&x->work, beside, blocks);
	tool_wait(beside);
	return result;
}

static enum synth_status read_counts(struct run *x, const char *name, struct counts *to)
{
	char path[WORK_FILE];

	work_path(&x->work, path, name, ".json");
	return counts_read(to, path, &x->r->blocks, &x->r->liberty, x->c->params->name, x->r->top, x->work.why) ? SYNTH_OK : SYNTH_FAILED;
}

static enum synth_status read_sta(struct run *x, const char *name, struct timing *to)
{
	char path[WORK_FILE], report[WORK_NAME], last[WORK_LINE];

	work_path(&x->work, path, name, ".rpt");
	if (timing_read_sta(to, path, x->script.period_ns))
		return SYNTH_OK;
	snprintf(report, sizeof report, "%s.rpt", name);
	work_last_error(&x->work, report, last);
	return work_refuse(&x->work, SYNTH_FAILED, "sta finds no path: %.800s", last);
}

static enum synth_status read_abc(struct run *x, const char *name, struct timing *to)
{
	char path[WORK_FILE];

	work_path(&x->work, path, name, ".log");
	timing_read_abc(to, path);
	return SYNTH_OK;
}

/* The smallest of those that reach the requested clock, or whose distance to the fastest is within the noise of abc. */
static unsigned choose_recipe(const struct synth_report *r, double period_ns)
{
	double limit = INFINITY;
	unsigned kept = 0;

	for (unsigned k = 0; k < r->mappings; k++)
		limit = fmin(limit, NEAR * r->mapping[k].ns);
	limit = fmax(limit, period_ns);
	while (r->mapping[kept].ns > limit)
		kept++;
	for (unsigned k = kept + 1; k < r->mappings; k++)
		if (r->mapping[k].ns <= limit && r->mapping[k].cells.area < r->mapping[kept].cells.area)
			kept = k;
	return kept;
}

/* Files of the recipe that is kept have the netlist's name as well. */
static enum synth_status name_kept(struct run *x, const char *recipe)
{
	static const char *const ends[] = { ".v", ".json", ".tcl", ".sta.v", ".rpt" };     /* the last two are of OpenSTA */
	const unsigned n = sizeof ends / sizeof *ends - (x->r->opensta ? 0 : 2);
	char path[WORK_FILE], target[WORK_NAME];

	for (unsigned i = 0; i < n; i++) {
		work_path(&x->work, path, netlist_names[NETLIST_FLAT], ends[i]);
		snprintf(target, sizeof target, "%s%s", recipe, ends[i]);
		if (symlink(target, path))
			return work_refuse(&x->work, SYNTH_NO_PLACE, "cannot write '%.800s': %s", path, strerror(errno));
	}
	return SYNTH_OK;
}

static enum synth_status read_recipe(struct run *x, const char *name, struct counts *counts, struct timing *timing)
{
	const enum synth_status status = read_counts(x, name, counts);

	return status == SYNTH_OK ? (x->r->opensta ? read_sta : read_abc)(x, name, timing) : status;
}

/* Of a network: as many as its parts have. */
static void count_memories(struct synth_report *r)
{
	for (unsigned k = 0; k < r->blocks.shapes; k++)
		for (unsigned i = 0; i < r->blocks.n; i++)
			r->blocks.shape[k].count += r->flat.block[i].memory[k];
}

static enum synth_status compare_recipes(struct run *x)
{
	const char *const *const name = x->recipe;
	struct synth_report *const r = x->r;
	struct timing *const timing = r->timing + NETLIST_FLAT;
	enum synth_status status = SYNTH_OK;

	for (unsigned k = 0; k < x->recipes && status == SYNTH_OK; k++) {
		status = read_recipe(x, name[k], &r->flat, timing);
		r->mapping[r->mappings++] = (struct synth_mapping){ name[k], timing->n ? timing->path[0].ns : 0, counts_sum(&r->flat, &r->blocks) };
	}
	if (status != SYNTH_OK)
		return status;
	r->kept = choose_recipe(r, x->script.period_ns);
	status = read_recipe(x, name[r->kept], &r->flat, timing);
	if (r->fabric)
		count_memories(r);
	return status == SYNTH_OK ? name_kept(x, name[r->kept]) : status;
}

static enum synth_status measure(struct run *x, unsigned netlists)
{
	const char *const blocks = netlist_names[NETLIST_BLOCKS];
	enum synth_status status = SYNTH_OK;

	x->r->opensta = tool_installed("sta");
	if (x->r->opensta)
		status = each_recipe(x, start_sta, end_sta);
	if (status == SYNTH_OK)
		status = compare_recipes(x);
	if (status != SYNTH_OK || netlists <= NETLIST_BLOCKS)
		return status;
	status = read_counts(x, blocks, &x->r->by_block);
	if (status != SYNTH_OK || !x->r->opensta)
		return status;
	status = end_sta(&x->work, start_sta(&x->work, blocks), blocks);
	return status == SYNTH_OK ? read_sta(x, blocks, &x->r->timing[NETLIST_BLOCKS]) : status;
}

/* Prices the memories, which are black boxes to the tools, by the model of area/; not if a unit alone is synthesized. */
static enum synth_status price_memories(struct run *x)
{
	const unsigned nm = x->c->nm ? x->c->nm : liberty_nm(x->c->liberty);
	struct price_setup setup = price_setup_default();
	char why[PRICE_WHY];

	if (!nm || x->c->unit)
		return SYNTH_OK;
	setup.nm = nm;
	for (struct memory_shape *m = x->r->blocks.shape; m < x->r->blocks.shape + x->r->blocks.shapes; m++) {
		struct inventory_item item = { .masked = m->masked, .memory = { .kind = MEMORY_RAM, .words = m->words, .width = m->width, .read = 1, .write = 1 } };

		if (!(x->c->map && inventory_price_macros(&item, x->c->map)) && !price_memory(&setup, &item.memory, &item.price, why))
			return work_refuse(&x->work, SYNTH_BAD_INPUT, "%s", why);
		m->mm2 = item.price.area_mm2;
		if (m->count)
			x->r->memory_access_ns = fmax(x->r->memory_access_ns, price_access_ns(&setup, &item.memory, &item.price, &x->r->memory_access_nm));
		x->r->memory_mm2 += m->count * m->mm2;
	}
	x->r->memory_nm = nm;
	return SYNTH_OK;
}

enum synth_status synth_run(const struct synth_config *c, struct synth_report *r, char why[SYNTH_WHY])
{
	const unsigned netlists = c->unit || c->flat || c->fabric ? 1 : NETLISTS;
	struct run x = {
		.c = c, .r = r, .work = { c->work, why }, .recipe = recipe_names, .recipes = c->recipe ? 1 : RECIPES,
		.script = {
			.name = c->params->name, .top = r->top, .blocks = &r->blocks, .once = c->once, .radix = (unsigned)c->params->radix, .apart = c->fabric,
			.period_ns = 1000 / c->clock_mhz,
		},
	};
	enum synth_status status = SYNTH_OK;

	while (c->recipe && strcmp(c->recipe, *x.recipe) != 0)
		x.recipe++;
	*r = (struct synth_report){ .fabric = c->fabric };
	if (c->fabric) {
		blocks_of_fabric(&r->blocks, c->node);
		snprintf(r->top, sizeof r->top, "%s_fabric", c->params->name);
	} else {
		status = work_choose(&x.work, c->params, c->map, c->unit, &r->blocks, r->top);
	}
	if (status == SYNTH_OK)
		status = read_library(&x);
	if (status == SYNTH_OK)
		status = work_copy_verilog(&x.work, c->dir, c->params->name, c->map, &x.script.verilog);
	if (status == SYNTH_OK && c->fabric)
		status = find_memories(&x);
	if (status == SYNTH_OK)
		status = write_scripts(&x);
	if (status == SYNTH_OK)
		status = map(&x, netlists);
	if (status == SYNTH_OK)
		status = measure(&x, netlists);
	if (status == SYNTH_OK)
		status = price_memories(&x);
	return status;
}

void synth_free(struct synth_report *r)
{
	liberty_free(&r->liberty);
}

static void list_check(__attribute__((unused)) const struct script *s, __attribute__((unused)) unsigned which, FILE *f)
{
	fputs("check.sim.v\n", f);
}

enum synth_status synth_netlist(const struct synth_config *c, char list[TOOL_PATH], char why[SYNTH_WHY])
{
	const struct shape s = shape_of(c->params);
	char from[WORK_FILE], to[WORK_FILE], top[2 * PARAMS_WORD];
	struct blocks blocks;
	struct run x = { .c = c, .work = { c->work, why }, .script = { .top = top, .blocks = &blocks } };
	enum synth_status status;

	blocks_of(&blocks, &s, NULL);
	snprintf(top, sizeof top, "%s_switch", c->params->name);
	snprintf(list, TOOL_PATH, "%s/check.f", c->work);
	if (!write_file(&x, "check", ".ys", script_check, 0) || !write_file(&x, "memories_rtl", ".v", script_memories_rtl, 0) || !write_file(&x, "check", ".f", list_check, 0))
		return work_not_written(&x.work);
	status = work_end_yosys(&x.work, work_start_yosys(&x.work, "check"), "check");
	if (status != SYNTH_OK)
		return status;
	work_path(&x.work, from, "check", ".v");
	work_path(&x.work, to, "check.sim", ".v");
	return netlist_publish(from, to) ? SYNTH_OK : work_refuse(&x.work, SYNTH_NO_PLACE, "cannot write '%.800s': %s", to, strerror(errno));
}
