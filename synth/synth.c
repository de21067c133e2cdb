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
	unsigned recipes, netlists;     /* netlists: only the one that is optimized as one, or both */
};

static bool write_file(struct run *x, const char *name, const char *end, script_writer *script, unsigned which)
{
	FILE *f = work_create(&x->work, name, end);

	if (f)
		script(&x->script, which, f);
	return (f && text_closed(f)) || work_not_written(&x->work);
}

static bool write_scripts(struct run *x)
{
	bool good = write_file(x, "constraints", ".txt", script_constraints, 0) && write_file(x, "memories", ".v", script_memories_v, 0) &&
		    write_file(x, "macro_memories", ".v", script_macro_memories, 0) && write_file(x, "memories", ".lib", script_memories_lib, 0);

	for (enum netlist kind = 0; kind < NETLISTS && good; kind++)
		good = write_file(x, netlist_names[kind], ".ys", script_yosys, kind);
	good = good && write_file(x, netlist_names[NETLIST_BLOCKS], ".tcl", script_sta, RECIPES);
	for (unsigned k = 0; k < RECIPES && good; k++)
		good = write_file(x, recipe_names[k], ".ys", script_map, k) && write_file(x, recipe_names[k], ".abc", script_abc, k) &&
		       write_file(x, recipe_names[k], ".tcl", script_sta, k);
	return good;
}

static bool read_library(struct run *x)
{
	char why[LIBERTY_WHY], to[WORK_FILE];
	struct text text;
	bool good = liberty_read(&x->r->liberty, x->c->liberty, &text, x->r->liberty_path, why) || work_refuse(&x->work, SYNTH_BAD_INPUT, "%s", why);

	if (x->r->liberty.buffer)
		x->script.driver = x->r->liberty.buffer->name;
	work_path(&x->work, to, SCRIPT_LIBRARY, "");
	good = good && (text_write(to, text) || work_not_written(&x->work));
	free(text.s);
	return good;
}

/* Yosys elaborates the network, whose memories nothing else lists. */
static bool find_memories(struct run *x)
{
	char path[WORK_FILE];

	work_path(&x->work, path, SCRIPT_DUMP, "");
	return write_file(x, "memories", ".ys", script_find_memories, 0) && work_yosys(&x->work, "memories") &&
	       (blocks_read_memories(&x->r->blocks, path) || work_refuse(&x->work, SYNTH_FAILED, "%.800s: no list of memories, or too many", path));
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
static bool end_sta(struct work *w, pid_t pid, const char *name)
{
	char log[WORK_NAME], last[WORK_LINE];
	int status = tool_wait(pid);

	snprintf(log, sizeof log, "%s.rpt", name);
	if (!status && work_last_error(w, log, last))
		status = 1;
	return work_judge(w, status, "sta", "opensta", name, ".rpt");
}

/* A program for each recipe, `jobs` at a time. All are waited for; the first that fails says why. */
static bool each_recipe(struct run *x, pid_t (*start)(const struct work *, const char *), bool (*end)(struct work *, pid_t, const char *))
{
	const unsigned n = x->recipes, jobs = x->c->jobs ? x->c->jobs : 1;
	unsigned started = 0, ended = 0;
	bool good = true;
	pid_t pid[RECIPES];

	while (ended < started || (started < n && good))
		if (good && started < n && started - ended < jobs) {
			pid[started] = start(&x->work, x->recipe[started]);
			started++;
		} else if (good) {
			good = end(&x->work, pid[ended], x->recipe[ended]);
			ended++;
		} else {
			tool_wait(pid[ended++]);
		}
	return good;
}

/* The blocks are mapped beside all that is done with the netlist optimized as one. */
static bool map(struct run *x)
{
	const char *const blocks = netlist_names[NETLIST_BLOCKS];
	const pid_t beside = x->netlists > NETLIST_BLOCKS ? work_start_yosys(&x->work, blocks) : -1;
	const bool good = work_yosys(&x->work, netlist_names[NETLIST_FLAT]) && each_recipe(x, work_start_yosys, work_end_yosys);

	if (good && x->netlists > NETLIST_BLOCKS)
		return work_end_yosys(&x->work, beside, blocks);
	tool_wait(beside);
	return good;
}

static bool read_counts(struct run *x, const char *name, struct counts *to)
{
	char path[WORK_FILE];

	work_path(&x->work, path, name, ".json");
	if (!counts_read(to, path, &x->r->blocks, &x->r->liberty, x->c->params->name, x->r->top, x->work.why))
		x->work.status = SYNTH_FAILED;
	return x->work.status == SYNTH_OK;
}

static bool read_sta(struct run *x, const char *name, struct timing *to)
{
	char path[WORK_FILE], report[WORK_NAME], last[WORK_LINE];

	work_path(&x->work, path, name, ".rpt");
	if (timing_read_sta(to, path, x->script.period_ns))
		return true;
	snprintf(report, sizeof report, "%s.rpt", name);
	work_last_error(&x->work, report, last);
	return work_refuse(&x->work, SYNTH_FAILED, "sta finds no path: %.800s", last);
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
static bool name_kept(struct run *x, const char *recipe)
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
	return true;
}

static bool read_recipe(struct run *x, const char *name)
{
	struct timing *const to = &x->r->timing[NETLIST_FLAT];
	char log[WORK_FILE];

	if (!read_counts(x, name, &x->r->flat))
		return false;
	work_path(&x->work, log, name, ".log");
	if (x->r->opensta)
		return read_sta(x, name, to);
	timing_read_abc(to, log);       /* it may say nothing: then no path is known */
	return true;
}

static bool compare_recipes(struct run *x)
{
	struct synth_report *const r = x->r;
	const struct timing *const timing = &r->timing[NETLIST_FLAT];

	for (unsigned k = 0; k < x->recipes; k++) {
		if (!read_recipe(x, x->recipe[k]))
			return false;
		r->mapping[r->mappings++] = (struct synth_mapping){ x->recipe[k], timing->n ? timing->path[0].ns : 0, counts_sum(&r->flat, &r->blocks) };
	}
	r->kept = choose_recipe(r, x->script.period_ns);
	if (!read_recipe(x, x->recipe[r->kept]))
		return false;
	for (unsigned k = 0; r->fabric && k < r->blocks.shapes; k++)    /* as many as the parts have */
		for (unsigned i = 0; i < r->blocks.n; i++)
			r->blocks.shape[k].count += r->flat.block[i].memory[k];
	return name_kept(x, x->recipe[r->kept]);
}

static bool measure(struct run *x)
{
	const char *const blocks = netlist_names[NETLIST_BLOCKS];

	x->r->opensta = tool_installed("sta");
	if ((x->r->opensta && !each_recipe(x, start_sta, end_sta)) || !compare_recipes(x))
		return false;
	if (x->netlists <= NETLIST_BLOCKS)
		return true;
	return read_counts(x, blocks, &x->r->by_block) &&
	       (!x->r->opensta || (end_sta(&x->work, start_sta(&x->work, blocks), blocks) && read_sta(x, blocks, &x->r->timing[NETLIST_BLOCKS])));
}

/* Prices the memories, which are black boxes to the tools, by the model of area/; not if a unit alone is synthesized. */
static bool price_memories(struct run *x)
{
	const unsigned nm = x->c->nm ? x->c->nm : liberty_nm(x->c->liberty);
	struct price_setup setup = price_setup_default();
	char why[PRICE_WHY];

	if (!nm || x->c->unit)
		return true;
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
	return true;
}

/* What is synthesized, and its top module. */
static bool choose(struct run *x)
{
	const struct synth_config *const c = x->c;

	if (!c->fabric)
		return work_choose(&x->work, c->params, c->map, c->unit, &x->r->blocks, x->r->top);
	blocks_of_fabric(&x->r->blocks, c->node);
	snprintf(x->r->top, sizeof x->r->top, "%s_fabric", c->params->name);
	return true;
}

enum synth_status synth_run(const struct synth_config *c, struct synth_report *r, char why[SYNTH_WHY])
{
	struct run x = {
		.c = c, .r = r, .work = { .path = c->work, .why = why }, .recipe = recipe_names, .recipes = c->recipe ? 1 : RECIPES,
		.netlists = c->unit || c->flat || c->fabric ? 1 : NETLISTS,
		.script = {
			.name = c->params->name, .top = r->top, .blocks = &r->blocks, .once = c->once, .radix = (unsigned)c->params->radix, .apart = c->fabric,
			.period_ns = 1000 / c->clock_mhz,
		},
	};

	while (c->recipe && strcmp(c->recipe, *x.recipe) != 0)
		x.recipe++;
	*r = (struct synth_report){ .fabric = c->fabric };
	if (choose(&x) && read_library(&x) && work_copy_verilog(&x.work, c->dir, c->params->name, c->map, &x.script.verilog) &&
	    (!c->fabric || find_memories(&x)) && write_scripts(&x) && map(&x) && measure(&x))
		price_memories(&x);
	return x.work.status;
}

enum synth_status synth_netlist(const struct synth_config *c, char list[TOOL_PATH], char why[SYNTH_WHY])
{
	const struct shape s = shape_of(c->params);
	char from[WORK_FILE], to[WORK_FILE], top[2 * PARAMS_WORD];
	struct blocks blocks;
	struct run x = { .c = c, .work = { .path = c->work, .why = why }, .script = { .top = top, .blocks = &blocks } };

	blocks_of(&blocks, &s, NULL);
	snprintf(top, sizeof top, "%s_switch", c->params->name);
	snprintf(list, TOOL_PATH, "%s/check.f", c->work);
	work_path(&x.work, from, "check", ".v");
	work_path(&x.work, to, "check.sim", ".v");
	if (write_file(&x, "check", ".ys", script_check, 0) && write_file(&x, "memories_rtl", ".v", script_memories_rtl, 0) &&
	    (text_write(list, text_literal("check.sim.v\n")) || work_not_written(&x.work)) && work_yosys(&x.work, "check") && !netlist_publish(from, to))
		work_refuse(&x.work, SYNTH_NO_PLACE, "cannot write '%.800s': %s", to, strerror(errno));
	return x.work.status;
}
