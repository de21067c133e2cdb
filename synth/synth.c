#define _XOPEN_SOURCE 700       /* realpath, symlink */
#include "synth.h"

#include "inventory.h"
#include "netlist.h"
#include "text.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = TOOL_PATH + 64, LINE = 4096 };

/* A run: what is asked, what comes of it, and the texts for the tools. */
struct run {
	const struct synth_config *c;
	struct synth_report *r;
	struct script script;
	char *why;
};

__attribute__((format(printf, 3, 4)))
static enum synth_status refuse(struct run *x, enum synth_status status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(x->why, SYNTH_WHY, format, args);
	va_end(args);
	return status;
}

static void work_path(const struct run *x, char path[PATH], const char *name, const char *end)
{
	snprintf(path, PATH, "%s/%s%s", x->c->work, name, end);
}

/* An input of the tools, under a name without blanks. */
static bool link_in(struct run *x, const char *file, const char *name)
{
	char path[PATH], full[PATH_MAX];

	work_path(x, path, name, "");
	return realpath(file, full) && !symlink(full, path);
}

static enum synth_status link_verilog(struct run *x)
{
	char list[PATH], path[PATH + LINE], name[32], line[LINE];
	FILE *f;

	snprintf(list, sizeof list, "%s/sluice.f", x->c->dir);
	f = fopen(list, "r");
	if (!f)
		return refuse(x, SYNTH_BAD_INPUT, "%.800s: %s", list, strerror(errno));
	while (fgets(line, sizeof line, f)) {
		line[strcspn(line, "\r\n")] = '\0';
		if (!*line || *line == '#' || !strncmp(line, "//", 2))
			continue;
		snprintf(path, sizeof path, "%s%s%s", *line == '/' ? "" : x->c->dir, *line == '/' ? "" : "/", line);
		snprintf(name, sizeof name, "%u.v", x->script.files++);
		if (!link_in(x, path, name)) {
			fclose(f);
			return refuse(x, SYNTH_BAD_INPUT, "%.800s: %s", path, strerror(errno));
		}
	}
	fclose(f);
	return x->script.files ? SYNTH_OK : refuse(x, SYNTH_BAD_INPUT, "%.800s: names no Verilog file", list);
}

/* One text for the tools; what writes it is chosen by the caller. */
static FILE *create(struct run *x, const char *name, const char *end)
{
	char path[PATH];

	work_path(x, path, name, end);
	return fopen(path, "w");
}

static bool finish(FILE *f)
{
	const bool bad = ferror(f);

	return !fclose(f) && !bad;
}

static bool write_abc(struct run *x)
{
	FILE *f = create(x, "abc", ".txt");

	if (!f)
		return false;
	script_abc(&x->script, f);
	if (!finish(f))
		return false;
	f = create(x, "constraints", ".txt");
	if (!f)
		return false;
	script_constraints(&x->script, f);
	return finish(f);
}

static bool write_netlist_scripts(struct run *x, enum netlist kind)
{
	FILE *f = create(x, netlist_names[kind], ".ys");

	if (!f)
		return false;
	script_yosys(&x->script, kind, f);
	if (!finish(f))
		return false;
	f = create(x, netlist_names[kind], ".tcl");
	if (!f)
		return false;
	script_sta(&x->script, kind, f);
	return finish(f);
}

static bool write_memories(struct run *x)
{
	FILE *f = create(x, "memories", ".v");

	if (!f)
		return false;
	script_memories_v(x->script.blocks, f);
	if (!finish(f))
		return false;
	f = create(x, "memories", ".lib");
	if (!f)
		return false;
	script_memories_lib(x->script.blocks, f);
	return finish(f);
}

static enum synth_status write_scripts(struct run *x)
{
	bool good = write_abc(x);

	for (enum netlist kind = 0; kind < NETLISTS && good; kind++)
		good = write_netlist_scripts(x, kind);
	if (good && write_memories(x))
		return SYNTH_OK;
	return refuse(x, SYNTH_NO_PLACE, "cannot write in '%.800s': %s", x->c->work, strerror(errno));
}

static enum synth_status read_library(struct run *x)
{
	const char *const file = x->c->liberty ? x->c->liberty : liberty_default();
	char why[LIBERTY_WHY];

	if (!file)
		return refuse(x, SYNTH_BAD_INPUT, "no cell library found; name one with --liberty (Debian: apt install qflow-tech-osu018)");
	snprintf(x->r->liberty_path, sizeof x->r->liberty_path, "%s", file);
	if (!liberty_read(&x->r->liberty, file, why))
		return refuse(x, SYNTH_BAD_INPUT, "%s", why);
	if (x->r->liberty.buffer)
		x->script.driver = x->r->liberty.buffer->name;
	if (!link_in(x, file, SCRIPT_LIBRARY))
		return refuse(x, SYNTH_NO_PLACE, "cannot write in '%.800s': %s", x->c->work, strerror(errno));
	return SYNTH_OK;
}

/* The last line of a log with an error in it goes to `last`; without one, the last line that is not blank. */
static void last_error(const struct run *x, const char *log, char last[LINE])
{
	char path[PATH], line[LINE];
	bool error = false;
	FILE *f;

	work_path(x, path, log, "");
	*last = '\0';
	f = fopen(path, "r");
	while (f && fgets(line, sizeof line, f)) {
		const bool is = strstr(line, "ERROR") || strstr(line, "Error");

		line[strcspn(line, "\r\n")] = '\0';
		if (line[strspn(line, " \t")] && (is || !error))
			memcpy(last, line, sizeof line);
		error = error || is;
	}
	if (f)
		fclose(f);
}

static enum synth_status judge(struct run *x, const char *program, const char *package, int status, const char *log)
{
	char last[LINE];

	if (!status)
		return SYNTH_OK;
	if (status == TOOL_MISSING && !tool_installed(program))
		return refuse(x, SYNTH_NO_TOOL, "%s is not installed, or not in PATH (Debian: apt install %s)", program, package);
	last_error(x, log, last);
	return refuse(x, SYNTH_FAILED, "%s fails: %.800s", program, *last ? last : "it says nothing");
}

/* All netlists at once, a process each. */
static enum synth_status run_yosys(struct run *x, unsigned netlists)
{
	pid_t pid[NETLISTS];
	char script[NETLISTS][32], log[NETLISTS][32];
	int status[NETLISTS];
	enum synth_status result = SYNTH_OK;

	for (unsigned k = 0; k < netlists; k++) {
		snprintf(script[k], sizeof *script, "%s.ys", netlist_names[k]);
		snprintf(log[k], sizeof *log, "%s.log", netlist_names[k]);
		const char *const args[] = { "yosys", script[k], NULL };

		pid[k] = tool_start(x->c->work, log[k], args);
	}
	for (unsigned k = 0; k < netlists; k++)
		status[k] = tool_wait(pid[k]);
	for (unsigned k = 0; k < netlists && result == SYNTH_OK; k++)
		result = judge(x, "yosys", "yosys", status[k], log[k]);
	return result;
}

static enum synth_status run_sta(struct run *x, enum netlist kind)
{
	char from[PATH], to[PATH], tcl[32], report[32], path[PATH];
	const char *const args[] = { "sta", "-no_splash", "-exit", tcl, NULL };
	enum synth_status status;
	FILE *f;

	snprintf(tcl, sizeof tcl, "%s.tcl", netlist_names[kind]);
	snprintf(report, sizeof report, "%s.rpt", netlist_names[kind]);
	work_path(x, from, netlist_names[kind], ".v");
	work_path(x, to, netlist_names[kind], ".sta.v");
	if (!netlist_plain_modules(from, to))
		return refuse(x, SYNTH_NO_PLACE, "cannot write '%.800s': %s", to, strerror(errno));
	status = judge(x, "sta", "opensta", tool_run(x->c->work, report, args), report);
	work_path(x, path, report, "");
	f = status == SYNTH_OK ? fopen(path, "r") : NULL;
	if (f && !timing_read_sta(&x->r->timing[kind], f, x->script.period_ns)) {
		char last[LINE];

		last_error(x, report, last);
		status = refuse(x, SYNTH_FAILED, "sta finds no path: %.800s", last);
	}
	if (f)
		fclose(f);
	return status;
}

static enum synth_status ask_abc(struct run *x)
{
	char path[PATH];
	FILE *f;

	work_path(x, path, netlist_names[NETLIST_FLAT], ".log");
	f = fopen(path, "r");
	if (f) {
		timing_read_abc(&x->r->timing[NETLIST_FLAT], f);
		fclose(f);
	}
	return SYNTH_OK;
}

static enum synth_status time_netlists(struct run *x, unsigned netlists)
{
	enum synth_status status = SYNTH_OK;

	x->r->opensta = synth_has_sta();
	if (!x->r->opensta)
		return ask_abc(x);
	for (enum netlist kind = 0; kind < netlists && status == SYNTH_OK; kind++)
		status = run_sta(x, kind);
	return status;
}

static enum synth_status count(struct run *x, unsigned netlists)
{
	struct synth_report *const r = x->r;
	const char *const name = x->c->params->name;
	char path[PATH];

	for (enum netlist kind = 0; kind < netlists; kind++) {
		work_path(x, path, netlist_names[kind], ".json");
		if (!counts_read(kind == NETLIST_FLAT ? &r->flat : &r->by_block, path, &r->blocks, &r->liberty, name, r->top, x->why))
			return SYNTH_FAILED;
	}
	return SYNTH_OK;
}

/* The memories, which are black boxes to the tools, by the model of area/. Of a unit alone they do not count. */
static enum synth_status price_memories(struct run *x)
{
	const unsigned nm = x->c->nm ? x->c->nm : x->c->liberty ? 0 : LIBERTY_DEFAULT_NM;
	struct price_setup setup = price_setup_default();
	struct inventory list;
	char why[PRICE_WHY];

	if (!nm || x->c->unit)
		return SYNTH_OK;
	setup.nm = nm;
	if (!inventory_of(x->c->params, &list, why))
		return refuse(x, SYNTH_FAILED, "%s", why);
	for (struct inventory_item *item = list.item; item < list.item + list.n; item++) {
		if (!price_memory(&setup, &item->memory, &item->price, why))
			return refuse(x, SYNTH_BAD_INPUT, "%s", why);
		x->r->memory_mm2 += item->instances * item->price.area_mm2;
	}
	x->r->memory_nm = nm;
	return SYNTH_OK;
}

/* What is to be synthesized. */
static enum synth_status choose(struct run *x)
{
	const struct shape s = shape_of(x->c->params);
	struct synth_report *const r = x->r;
	char names[512] = "";

	blocks_of(&r->blocks, &s);
	snprintf(r->top, sizeof r->top, "%s_%s", x->c->params->name, x->c->unit ? x->c->unit : "switch");
	if (!x->c->unit || blocks_find(&r->blocks, x->c->unit))
		return SYNTH_OK;
	for (unsigned i = 0; i < r->blocks.n; i++)
		snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? ", " : "", r->blocks.block[i].name);
	return refuse(x, SYNTH_BAD_INPUT, "this switch has no unit '%.60s'; it has %s", x->c->unit, names);
}

enum synth_status synth_run(const struct synth_config *c, struct synth_report *r, char why[SYNTH_WHY])
{
	const unsigned netlists = c->unit || c->flat ? 1 : NETLISTS;
	struct run x = {
		.c = c, .r = r, .why = why,
		.script = { .name = c->params->name, .top = r->top, .blocks = &r->blocks, .period_ns = 1000 / c->clock_mhz },
	};
	enum synth_status status;

	*r = (struct synth_report){ .opensta = false };
	status = choose(&x);
	if (status == SYNTH_OK)
		status = read_library(&x);
	if (status == SYNTH_OK)
		status = link_verilog(&x);
	if (status == SYNTH_OK)
		status = write_scripts(&x);
	if (status == SYNTH_OK)
		status = run_yosys(&x, netlists);
	if (status == SYNTH_OK)
		status = count(&x, netlists);
	if (status == SYNTH_OK)
		status = time_netlists(&x, netlists);
	if (status == SYNTH_OK)
		status = price_memories(&x);
	return status;
}

void synth_free(struct synth_report *r)
{
	liberty_free(&r->liberty);
}

static bool write_check(struct run *x, char list[TOOL_PATH])
{
	FILE *f = create(x, "check", ".ys");

	if (!f)
		return false;
	script_check(&x->script, f);
	if (!finish(f))
		return false;
	f = create(x, "memories_rtl", ".v");
	if (!f)
		return false;
	script_memories_rtl(x->script.blocks, f);
	if (!finish(f))
		return false;
	snprintf(list, TOOL_PATH, "%s/check.f", x->c->work);
	f = fopen(list, "w");
	if (!f)
		return false;
	fputs("check.sim.v\n", f);
	return finish(f);
}

enum synth_status synth_netlist(const struct synth_config *c, char list[TOOL_PATH], char why[SYNTH_WHY])
{
	static const char *const args[] = { "yosys", "check.ys", NULL };
	const struct shape s = shape_of(c->params);
	char from[PATH], to[PATH], top[2 * PARAMS_WORD];
	struct blocks blocks;
	struct run x = { .c = c, .why = why, .script = { .top = top, .blocks = &blocks } };
	enum synth_status status;

	blocks_of(&blocks, &s);
	snprintf(top, sizeof top, "%s_switch", c->params->name);
	if (!write_check(&x, list))
		return refuse(&x, SYNTH_NO_PLACE, "cannot write in '%.800s': %s", c->work, strerror(errno));
	status = judge(&x, "yosys", "yosys", tool_run(c->work, "check.log", args), "check.log");
	if (status != SYNTH_OK)
		return status;
	work_path(&x, from, "check", ".v");
	work_path(&x, to, "check.sim", ".v");
	return netlist_publish(from, to) ? SYNTH_OK : refuse(&x, SYNTH_NO_PLACE, "cannot write '%.800s': %s", to, strerror(errno));
}

bool synth_has_sta(void)
{
	return tool_installed("sta");
}
