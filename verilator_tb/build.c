#define _GNU_SOURCE
#include "build.h"

#include "embedded.h"
#include "runtime.h"
#include "shim.h"
#include "texts.h"
#include "tool.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILES = 256, ARGS = FILES + 64, PATH = BUILD_PATH + 512, RUNTIME_ARGS = 4 };

/* Everything that goes in. */
struct inputs {
	unsigned n;
	char *path[FILES];              /* Verilog, absolute */
	struct text verilog[FILES];
	struct text ports, bench, config;
};

static void inputs_free(struct inputs *in)
{
	for (unsigned i = 0; i < in->n; i++) {
		free(in->path[i]);
		free(in->verilog[i].s);
	}
	free(in->ports.s);
	free(in->bench.s);
	free(in->config.s);
}

static bool read_source(struct inputs *in, const char *dir, const char *name, char why[BUILD_WHY])
{
	char path[BUILD_PATH], *full;
	struct text t = { NULL, 0 };

	if (in->n == FILES) {
		snprintf(why, BUILD_WHY, "more than %d files in the list of Verilog files", FILES);
		return false;
	}
	snprintf(path, sizeof path, "%s%s%s", name[0] == '/' ? "" : dir, name[0] == '/' ? "" : "/", name);
	full = realpath(path, NULL);
	if (full)
		t = text_read(full);
	if (!t.s) {
		snprintf(why, BUILD_WHY, "%.900s: %s", path, strerror(errno));
		free(full);
		return false;
	}
	in->path[in->n] = full;
	in->verilog[in->n++] = t;
	return true;
}

/* The files named in the list. Comments (//, #) and blank lines are skipped. */
static bool read_list(struct inputs *in, const char *list, char why[BUILD_WHY])
{
	struct text t = text_read(list);
	const char *slash = strrchr(list, '/');
	char *dir = slash ? strndup(list, (size_t)(slash - list)) : strdup("."), *rest = t.s, *line;
	bool ok = t.s && dir;

	if (!ok)
		snprintf(why, BUILD_WHY, "%.900s: %s", list, strerror(errno));
	while (ok && (line = strsep(&rest, "\n"))) {
		line[strcspn(line, "\r")] = '\0';
		if (*line && *line != '#' && strncmp(line, "//", 2) != 0)
			ok = read_source(in, *dir ? dir : "/", line, why);
	}
	if (ok && !in->n) {
		snprintf(why, BUILD_WHY, "%.900s: names no Verilog file", list);
		ok = false;
	}
	free(dir);
	free(t.s);
	return ok;
}


static struct text literal(const char *s)
{
	union { const char *in; char *out; } u = { .in = s };   /* only read from */

	return (struct text){ u.out, strlen(s) };
}

static bool is_shim(const struct embedded *e)
{
	return !strcmp(e->name, "shim.cpp") || !strcmp(e->name, "shim.h");
}

static uint64_t hash_options(const char *const *args)
{
	uint64_t h = TEXT_HASH_SEED;

	for (; *args; args++)
		h = text_hash(h, literal(*args));
	return h;
}

static uint64_t hash_inputs(const struct inputs *in, uint64_t options)
{
	uint64_t h = options;

	for (unsigned i = 0; i < in->n; i++)
		h = text_hash(h, in->verilog[i]);
	h = text_hash(text_hash(text_hash(h, in->ports), in->bench), in->config);
	for (const struct embedded *e = verilator_tb_files; e->name; e++)
		if (is_shim(e))
			h = text_hash(h, literal(e->text));
	return h;
}

/* Options first, sources from args[*sources] on: those are told apart by their content. */
static void command(const struct build *b, const struct inputs *in, const char *args[static ARGS], unsigned *sources)
{
	static const char *const fixed[] = {
		"verilator", "--cc", "--exe", "--build", "-j", "2", "-O3", "--x-initial", "unique", "-Wno-fatal",
		"--prefix", "Vdut", "--Mdir", "obj", "--top-module", SHIM_TOP,
		"-CFLAGS", "-fPIC -fno-gnu-unique -fno-semantic-interposition -fvisibility-inlines-hidden",
		/* what would end the process comes to the shim */
		"-CFLAGS", "-DVL_USER_STOP -DVL_USER_FINISH -DVL_USER_FATAL -DVL_PRINTF=dut_print -include ../shim.h",
		"-LDFLAGS", "-shared -Wl,-Bsymbolic", "-MAKEFLAGS", "OPT_GLOBAL=-O0", "-MAKEFLAGS",
	};
	unsigned n = 0;

	for (unsigned i = 0; i < sizeof fixed / sizeof *fixed; i++)
		args[n++] = fixed[i];
	args[n++] = b->quick ? "OPT_FAST=-O0" : "OPT_FAST=-O2";
	if (b->traced)
		args[n++] = "--trace-fst";
	if (b->unchecked)
		args[n++] = "-DSYNTHESIS";
	*sources = n;
	args[n++] = "config.vlt";
	for (unsigned i = 0; i < in->n; i++)
		args[n++] = in->path[i];
	args[n++] = "bench.v";
	args[n++] = "shim.cpp";
	args[n++] = "-o";
	args[n++] = "dut.so";
	args[n] = NULL;
	assert(n + RUNTIME_ARGS < ARGS);
}

/* Verilator's runtime is compiled already. What it needs has to come behind it. */
static void link_runtime(const char *args[static ARGS], bool traced)
{
	const char *const more[RUNTIME_ARGS] = { "-MAKEFLAGS", "VM_GLOBAL_FAST=", "-LDFLAGS", traced ? "../runtime/*.o -lz" : "../runtime/*.o" };
	unsigned n = 0;

	while (args[n])
		n++;
	for (unsigned i = 0; i < RUNTIME_ARGS; i++)
		args[n++] = more[i];
	args[n] = NULL;
}

static bool write_texts(const char *dir, const struct inputs *in)
{
	char path[PATH];
	bool ok = true;

	for (const struct embedded *e = verilator_tb_files; e->name; e++) {
		snprintf(path, sizeof path, "%s/%s", dir, e->name);
		ok = ok && (!is_shim(e) || text_write(path, literal(e->text)));
	}
	snprintf(path, sizeof path, "%s/ports.inc", dir);
	ok = ok && text_write(path, in->ports);
	snprintf(path, sizeof path, "%s/bench.v", dir);
	ok = ok && text_write(path, in->bench);
	snprintf(path, sizeof path, "%s/config.vlt", dir);
	return ok && text_write(path, in->config);
}

/* Build in a directory of our own, then move the result where everybody looks for it. */
static enum build_status compile(const char *work, const char *object, const char *log, const char *const *args,
				 char why[BUILD_WHY])
{
	char from[PATH];
	int status;

	status = tool_run(work, "log", args);
	if (status == 0) {
		snprintf(from, sizeof from, "%s/obj/dut.so", work);
		if (!rename(from, object))
			return BUILD_OK;
		snprintf(why, BUILD_WHY, "cannot write '%.900s': %s", object, strerror(errno));
		return BUILD_NO_PLACE;
	}
	if (status == TOOL_MISSING && !tool_installed("verilator")) {
		snprintf(why, BUILD_WHY, "verilator is not installed, or not in PATH (Debian: apt install verilator)");
		return BUILD_NO_TOOL;
	}
	if (!tool_installed("g++") || !tool_installed("make")) {
		snprintf(why, BUILD_WHY, "g++ or make is not installed, or not in PATH (Debian: apt install g++ make)");
		return BUILD_NO_TOOL;
	}
	snprintf(from, sizeof from, "%s/log", work);
	if (rename(from, log))
		snprintf(why, BUILD_WHY, "verilator could not be run in %.900s", work);
	else
		snprintf(why, BUILD_WHY, "Verilator cannot build this switch; see %.900s", log);
	return BUILD_FAILED;
}

static enum build_status build_new(const struct build *b, const struct inputs *in, const char *args[static ARGS], uint64_t options,
				   const char *object, char why[BUILD_WHY])
{
	char log[BUILD_PATH];
	struct tool_dir work;
	enum build_status status = BUILD_NO_PLACE;

	errno = ENAMETOOLONG;
	if (snprintf(log, sizeof log, "%s.log", object) >= BUILD_PATH || !tool_dir_new(&work, b->dir, "build", true)) {
		snprintf(why, BUILD_WHY, "cannot build in '%.900s': %s", b->dir, strerror(errno));
		return BUILD_NO_PLACE;
	}
	if (write_texts(work.path, in)) {
		const struct runtime runtime = runtime_recall(work.path, options);

		if (runtime.recalled)
			link_runtime(args, b->traced);
		status = compile(work.path, object, log, args, why);
		if (status == BUILD_OK)
			runtime_keep(&runtime, work.path);
	} else {
		snprintf(why, BUILD_WHY, "cannot write in '%.900s': %s", work.path, strerror(errno));
	}
	tool_dir_remove(&work);
	return status;
}

enum build_status build_switch(const struct build *b, char object[BUILD_PATH], char why[BUILD_WHY])
{
	struct inputs in = { .n = 0 };
	const char *args[ARGS];
	unsigned sources;
	enum build_status status = BUILD_NO_RTL;

	in.ports = text_ports(b->shape);
	in.bench = text_bench(b->shape, b->name, b->prompt);
	in.config = text_config(b->shape, b->name, b->probed, b->flat);
	if (read_list(&in, b->list, why)) {
		command(b, &in, args, &sources);
		const char *first = args[sources];
		args[sources] = NULL;
		const uint64_t options = hash_options(args), h = hash_inputs(&in, options);
		args[sources] = first;
		status = BUILD_OK;
		if (snprintf(object, BUILD_PATH, "%s/%s-%016" PRIx64 ".so", b->dir, b->name, h) >= BUILD_PATH) {
			snprintf(why, BUILD_WHY, "cannot build in '%.900s': %s", b->dir, strerror(ENAMETOOLONG));
			status = BUILD_NO_PLACE;
		} else if (access(object, R_OK)) {
			status = build_new(b, &in, args, options, object, why);
		}
	}
	inputs_free(&in);
	return status;
}
