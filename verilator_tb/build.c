#include "build.h"

#include "cache.h"
#include "embedded.h"
#include "exhausted.h"
#include "output.h"
#include "shim.h"
#include "texts.h"
#include "tool_dir.h"
#include "why_not.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { VERSION = 256, FILES = 256, ARGS = FILES + 64, PATH = BUILD_PATH + 512, RUNTIME_ARGS = 4, REASON = 320 };

#define RUNTIME "runtime.a"     /* the archive, in the directory that the tools work in */
#define WITH_RUNTIME "-Wl,--whole-archive ../" RUNTIME " -Wl,--no-whole-archive"
#define HEADER "shim.h.gch"     /* the headers there, precompiled: what GCC takes in place of shim.h */
#define VERILOG "rtl"           /* where the Verilog is, below the directory that the tools work in */

/* Everything that goes in. */
struct inputs {
	unsigned n;
	char *name[FILES];              /* of the Verilog files, where the tools see them */
	struct text verilog[FILES];
	char version[VERSION];          /* of Verilator */
	char compiler[VERSION];         /* that of g++; empty: there is none */
	struct text release;            /* its verilated_config.h: some packages print no number as their version */
	struct build_texts texts;
};

static void inputs_free(struct inputs *in)
{
	for (unsigned i = 0; i < in->n; i++) {
		free(in->name[i]);
		free(in->verilog[i].s);
	}
	free(in->release.s);
	free(in->texts.ports.s);
	free(in->texts.bench.s);
	free(in->texts.config.s);
}

/* The name that the tools see: the file's own if they all take it, and no other file has it. */
static char *source_name(const struct inputs *in, const char *path)
{
	const char *const slash = strrchr(path, '/');
	bool own = tool_path_plain(slash + 1) && slash[1] != '-';
	char *name;

	if (asprintf(&name, VERILOG "/%s", slash + 1) < 0)
		return NULL;
	for (unsigned i = 0; i < in->n; i++)
		own = own && strcmp(in->name[i], name) != 0;
	if (own)
		return name;
	free(name);
	return asprintf(&name, VERILOG "/file-%u.v", in->n) < 0 ? NULL : name;
}

static bool read_source(struct inputs *in, const char *dir, const char *name, char why[BUILD_WHY])
{
	char path[BUILD_PATH];
	struct text t;

	if (in->n == FILES)
		return why_not(why, BUILD_WHY, "more than %d files in the list of Verilog files", FILES);
	snprintf(path, sizeof path, "%s%s%s", name[0] == '/' ? "" : dir, name[0] == '/' ? "" : "/", name);
	t = text_read(path);
	in->name[in->n] = t.s ? source_name(in, path) : NULL;
	if (!in->name[in->n]) {
		snprintf(why, BUILD_WHY, "%.900s: %s", path, strerror(errno));
		free(t.s);
		return false;
	}
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

static bool is_shim(const struct embedded *e)
{
	return !strcmp(e->name, "shim.cpp") || !strcmp(e->name, "shim.h");
}

/* Of the first n, the versions, and what stands before each file. */
static uint64_t hash_options(const char *const *args, unsigned n, const struct inputs *in)
{
	uint64_t h = TEXT_HASH_SEED;

	for (unsigned i = 0; i < n; i++)
		h = text_hash(h, text_literal(args[i]));
	h = text_hash(h, text_literal(in->version));
	h = text_hash(h, text_literal(in->compiler));
	for (const struct embedded *e = verilator_tb_files; e->name; e++)
		if (!strcmp(e->name, "shim.h"))
			h = text_hash(h, text_literal(e->text));
	return in->release.s ? text_hash(h, in->release) : h;
}

static uint64_t hash_inputs(const struct inputs *in, uint64_t options)
{
	uint64_t h = options;

	for (unsigned i = 0; i < in->n; i++)
		h = text_hash(h, in->verilog[i]);
	h = text_hash(text_hash(text_hash(h, in->texts.ports), in->texts.bench), in->texts.config);
	for (const struct embedded *e = verilator_tb_files; e->name; e++)
		if (is_shim(e))
			h = text_hash(h, text_literal(e->text));
	return h;
}

/*
 * What Verilator's makefile has not, which make reads before. The headers precede all that includes them; where the options are others, GCC reads shim.h
 * itself. Where the shim is no file of its own, it is compiled in the one of the switch.
 */
static const char more_rules[] =
	"$(VK_USER_OBJS) $(VK_OBJS) $(VK_GLOBAL_OBJS): | ../" HEADER "\n"
	"../" HEADER ":\n\t$(CXX) $(CXXFLAGS) $(filter-out -include ../shim.h,$(CPPFLAGS)) -O0 -o $@ ../shim.h\n"
	"$(VM_PREFIX)__ALL.cpp: $(if $(VM_USER_CLASSES),,shim.cpp)\n";

/* Options first: those of all switches up to args[*common], the others up to args[*sources]. Sources are told apart by their content. */
static void command(const struct build *b, const struct inputs *in, const char *args[static ARGS], unsigned *common, unsigned *sources)
{
	static const char *const fixed[] = {
		"verilator", "--cc", "--exe", "--build", "-j", "2", "-O3", "--x-initial", "unique", "-Wno-fatal",
		"--unroll-count", "16384",       /* loops over destinations; 1,024 are too few */
		/* what nobody drives would be 0 here, as if somebody did; elsewhere it is z */
		"-Wwarn-UNDRIVEN", "-Wwarn-PINCONNECTEMPTY", "-Werror-UNDRIVEN", "-Werror-PINCONNECTEMPTY", "-Werror-PINMISSING",
		"-DLOCKSTEP", "--prefix", "Vdut", "--Mdir", "obj", "--top-module", SHIM_TOP,
		"-CFLAGS", "-fPIC -fno-gcse -fno-gnu-unique -fno-semantic-interposition -fvisibility-inlines-hidden",
		/* what would end the process comes to the shim */
		"-CFLAGS", "-DVL_USER_STOP -DVL_USER_FINISH -DVL_USER_FATAL -DVL_PRINTF=dut_print -include ../shim.h",
		"-LDFLAGS", "-shared -Wl,-Bsymbolic", "-MAKEFLAGS", "OPT_GLOBAL=-O0", "-MAKEFLAGS", "-f ../more.mk",
		/* GCC takes no precompiled header (Verilator 5.020 and newer) behind that of the shim */
		"-MAKEFLAGS", "VK_PCH_I_FAST=", "-MAKEFLAGS", "VK_PCH_I_SLOW=",
	};
	unsigned n = 0;

	for (unsigned i = 0; i < sizeof fixed / sizeof *fixed; i++)
		args[n++] = fixed[i];
	if (b->traced)
		args[n++] = "--trace-fst";
	*common = n;
	args[n++] = "-MAKEFLAGS";
	args[n++] = b->quick ? "OPT_FAST=-O0" : "OPT_FAST=-O2";
	if (b->quick) {                 /* one file: headers are read once */
		static const char *const one_file[] = {
			"--output-split", "0", "-MAKEFLAGS", "VM_PARALLEL_BUILDS=0 VM_USER_CLASSES=", "-LDFLAGS", "-Wl,-u,dut_new",
		};

		for (unsigned i = 0; i < sizeof one_file / sizeof *one_file; i++)
			args[n++] = one_file[i];
	}
	if (b->unchecked)
		args[n++] = "-DSYNTHESIS";
	if (!b->monitored)
		args[n++] = "-DSLUICE_NO_LINK_MONITOR";
	*sources = n;
	args[n++] = "config.vlt";
	for (unsigned i = 0; i < in->n; i++)
		args[n++] = in->name[i];
	args[n++] = "bench.v";
	args[n++] = "shim.cpp";
	args[n++] = "-o";
	args[n++] = "dut.so";
	args[n] = NULL;
	assert(n + RUNTIME_ARGS < ARGS);
}

/*
 * What is the same for every switch, and most of the compile time of a small one: Verilator's runtime, an archive, and the headers. The first build
 * compiles them; then they are kept in the user's cache in sealed files (tool/cache.h). Without a usable cache, every
 * build compiles them. A broken file is written again.
 */
enum { KEPT_RUNTIME, KEPT_HEADER, KEPT };

struct kept {
	const char *name;               /* in work */
	char place[BUILD_PATH];         /* the file, by versions and options; empty: none */
	bool recalled;                  /* it is in work, and not to be compiled */
};

/* options: hash of those of all switches, and of the versions. work: where the build will be made. */
static struct kept recall(const char *work, const char *name, uint64_t options)
{
	struct kept k = { .name = name };
	char cache[BUILD_PATH], here[PATH];
	struct text all;

	if (!cache_dir("verilator", cache, sizeof cache))
		return k;
	if (snprintf(k.place, sizeof k.place, "%s/%016" PRIx64 "%s", cache, options, strrchr(name, '.')) >= BUILD_PATH) {
		k.place[0] = '\0';
		return k;
	}
	snprintf(here, sizeof here, "%s/%s", work, name);
	all = seal_read(k.place);
	k.recalled = all.s && all.size && text_write(here, all);
	if (!k.recalled)
		unlink(here);
	free(all.s);
	return k;
}

/* After the build: keep what was not recalled. */
static void keep(const struct kept *k, const char *work)
{
	char cache[BUILD_PATH], here[PATH], why[OUTPUT_WHY];
	struct output out;
	struct text all;

	if (k->recalled || !*k->place)
		return;
	snprintf(cache, sizeof cache, "%.*s", (int)(strrchr(k->place, '/') - k->place), k->place);
	snprintf(here, sizeof here, "%s/%s", work, k->name);
	all = text_read(here);
	if (all.s && tool_make_dirs(cache) && output_begin(&out, k->place, why)) {
		seal_write(all, out.f);
		output_end(&out, why);
	}
	free(all.s);
}

static void keep_all(const struct kept kept[KEPT], const char *work)
{
	static const char *const archive[] = { "sh", "-c", "ar rcs " RUNTIME " obj/verilated*.o", NULL };

	if (kept[KEPT_RUNTIME].recalled || !tool_run(work, "log", archive))
		keep(&kept[KEPT_RUNTIME], work);
	keep(&kept[KEPT_HEADER], work);
}

/* Verilator's runtime is compiled already. A library that it needs has to follow it, and Verilator names that earlier. */
static void link_runtime(const char *args[static ARGS], bool traced)
{
	const char *const more[RUNTIME_ARGS] = { "-MAKEFLAGS", "VM_GLOBAL_FAST=", "-LDFLAGS", traced ? WITH_RUNTIME " -lz" : WITH_RUNTIME };
	unsigned n = 0;

	while (args[n])
		n++;
	for (unsigned i = 0; i < RUNTIME_ARGS; i++)
		args[n++] = more[i];
	args[n] = NULL;
}

static bool write_below(const char *dir, const char *name, struct text t)
{
	char path[PATH];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	return text_write(path, t);
}

static bool write_texts(const char *dir, const struct inputs *in)
{
	char path[PATH];
	bool ok;

	snprintf(path, sizeof path, "%s/" VERILOG, dir);
	ok = !mkdir(path, 0777);
	for (unsigned i = 0; i < in->n; i++)
		ok = ok && write_below(dir, in->name[i], in->verilog[i]);
	for (const struct embedded *e = verilator_tb_files; e->name; e++)
		ok = ok && (!is_shim(e) || write_below(dir, e->name, text_literal(e->text)));
	return ok && write_below(dir, "more.mk", text_literal(more_rules)) && write_below(dir, "ports.inc", in->texts.ports) && write_below(dir, "bench.v", in->texts.bench) &&
	       write_below(dir, "config.vlt", in->texts.config);
}

/* A place that cannot be written is the caller's mistake, or the machine's. */
static enum build_status no_place(void)
{
	return exhausted(errno) ? BUILD_FAILED : BUILD_NO_PLACE;
}

/* The library to where everybody looks for it, sealed. */
static enum build_status publish(const char *work, const char *object, char why[BUILD_WHY])
{
	char from[PATH];
	struct text t;
	struct output out;
	bool good;

	snprintf(from, sizeof from, "%s/obj/dut.so", work);
	t = text_read(from);
	if (!t.s) {
		snprintf(why, BUILD_WHY, "%.900s: %s", from, strerror(errno));
		return BUILD_FAILED;
	}
	good = output_begin(&out, object, why);
	if (good) {
		seal_write(t, out.f);
		good = output_end(&out, why);
	}
	free(t.s);
	return good ? BUILD_OK : no_place();
}

/* What keeps anybody from writing there; NULL: nothing. A log on a full disk says nothing of it. */
static const char *full(const char *work)
{
	static char some[1 << 16];

	errno = 0;
	return !write_below(work, "room", (struct text){ some, sizeof some }) && exhausted(errno) ? strerror(errno) : NULL;
}

static bool lacks(const char *program, char why[BUILD_WHY])
{
	const bool there = tool_installed(program);

	if (!there)
		snprintf(why, BUILD_WHY, "%s is not installed, or not in PATH (Debian: apt install %s)", program, program);
	return !there;
}

/* The line with the reason in the log of a failed build. One thing leads to another: the cause is looked for first, and of each kind the first line. */
static void log_error(struct text log, char reason[REASON])
{
	static const char *const words[] = {
		"No space left on device", "Disk quota exceeded", "File too large", "Cannot allocate memory", "Killed", "%Error", "fatal error:", "error:", "Error",
	};
	const char *place = NULL, *line = log.s && log.size ? log.s : "it says nothing";

	for (unsigned i = 0; i < sizeof words / sizeof *words && line == log.s && !place; i++)
		place = strstr(log.s, words[i]);
	if (place) {
		const char *const before = memrchr(log.s, '\n', (size_t)(place - log.s));

		line = before ? before + 1 : log.s;
	}
	snprintf(reason, REASON, "%.*s", (int)strcspn(line, "\r\n"), line);
}

/* The tools refused: what they said. The log stays beside the library if that can be written. */
static enum build_status refused(const char *work, const char *log, char why[BUILD_WHY])
{
	char from[PATH], reason[REASON], ignored[OUTPUT_WHY];
	struct output out;
	struct text t;
	bool kept = false;

	if (lacks("g++", why) || lacks("make", why))
		return BUILD_NO_TOOL;
	snprintf(from, sizeof from, "%s/log", work);
	t = text_read(from);
	log_error(t, reason);
	if (t.s && strstr(t.s, "fatal error: zlib.h")) {
		free(t.s);
		snprintf(why, BUILD_WHY, "zlib.h, which waveforms need, is not installed (Debian: apt install zlib1g-dev)");
		return BUILD_NO_TOOL;
	}
	if (full(work))
		snprintf(reason, sizeof reason, "%s", full(work));
	if (t.s && t.size && output_begin(&out, log, ignored)) {
		fwrite(t.s, 1, t.size, out.f);
		kept = output_end(&out, ignored);
	}
	free(t.s);
	snprintf(why, BUILD_WHY, "Verilator cannot build this switch: %.300s%s%.500s", reason, kept ? "; see " : "", kept ? log : "");
	return BUILD_FAILED;
}

static enum build_status build_in(const struct build *b, const char *work, const struct inputs *in, const char *args[static ARGS],
				  uint64_t options, const char *object, char why[BUILD_WHY])
{
	char log[BUILD_PATH];
	struct kept kept[KEPT];
	enum build_status status;

	if (snprintf(log, sizeof log, "%s.log", object) >= BUILD_PATH)
		errno = ENAMETOOLONG;
	else if (write_texts(work, in)) {
		kept[KEPT_RUNTIME] = recall(work, RUNTIME, options);
		kept[KEPT_HEADER] = recall(work, HEADER, options);
		if (kept[KEPT_RUNTIME].recalled)
			link_runtime(args, b->traced);
		if (tool_run(work, "log", args))
			return refused(work, log, why);
		status = publish(work, object, why);
		if (status == BUILD_OK)
			keep_all(kept, work);
		return status;
	}
	snprintf(why, BUILD_WHY, "cannot write in '%.900s': %s", work, strerror(errno));
	return no_place();
}

/* Beside the result, or where paths are plain. */
static bool work_dir(struct tool_dir *work, const char *dir)
{
	char *const real = tool_make_dirs(dir) ? realpath(dir, NULL) : NULL;
	const bool plain = real && tool_path_plain(real);

	free(real);
	if (!real)
		return false;
	return plain ? tool_dir_new(work, dir, "build") : tool_dir_temporary(work, "build");
}

static enum build_status build_new(const struct build *b, const struct inputs *in, const char *args[static ARGS], uint64_t options,
				   const char *object, char why[BUILD_WHY])
{
	struct tool_dir work;
	enum build_status status;

	if (!work_dir(&work, b->dir)) {
		snprintf(why, BUILD_WHY, "cannot build in '%.900s': %s", b->dir, strerror(errno));
		return no_place();
	}
	status = build_in(b, work.path, in, args, options, object, why);
	tool_dir_remove(&work);
	return status;
}

static bool is_there(const char *object)
{
	struct text t = seal_read(object);

	free(t.s);
	return t.s;
}

static void read_release(struct inputs *in)
{
	static const char *const args[] = { "verilator", "--getenv", "VERILATOR_ROOT", NULL };
	char root[BUILD_PATH], path[PATH];

	if (!tool_first_line(args, root, sizeof root))
		return;
	snprintf(path, sizeof path, "%s/include/verilated_config.h", root);
	in->release = text_read(path);
}

/* Its version is part of the key. */
static bool find_verilator(struct inputs *in, char why[BUILD_WHY])
{
	static const char *const args[] = { "verilator", "--version", NULL }, *const compiler[] = { "g++", "--version", NULL };

	if (tool_first_line(args, in->version, sizeof in->version)) {
		tool_first_line(compiler, in->compiler, sizeof in->compiler);
		read_release(in);
		return true;
	}
	if (tool_installed("verilator") && !tool_installed("perl"))
		snprintf(why, BUILD_WHY, "verilator does not run: perl is not installed, or not in PATH (Debian: apt install perl)");
	else if (tool_installed("verilator"))
		snprintf(why, BUILD_WHY, "verilator --version fails or says nothing; it needs all of perl (Debian: apt install verilator perl)");
	else
		snprintf(why, BUILD_WHY, "verilator is not installed, or not in PATH (Debian: apt install verilator)");
	return false;
}

static enum build_status build_inputs(const struct build *b, const struct inputs *in, char object[BUILD_PATH], char why[BUILD_WHY])
{
	const char *args[ARGS];
	uint64_t common_options, options;
	unsigned common, sources;

	command(b, in, args, &common, &sources);
	common_options = hash_options(args, common, in);
	options = hash_options(args, sources, in);
	if (snprintf(object, BUILD_PATH, "%s/%s-%016" PRIx64 ".so", b->dir, b->name, hash_inputs(in, options)) >= BUILD_PATH) {
		snprintf(why, BUILD_WHY, "cannot build in '%.900s': %s", b->dir, strerror(ENAMETOOLONG));
		return BUILD_NO_PLACE;
	}
	return !b->anew && is_there(object) ? BUILD_OK : build_new(b, in, args, common_options, object, why);
}

/* So that ports that are the same have the same code. */
static bool share_code(const struct build *b, struct inputs *in, char why[BUILD_WHY])
{
	bool ok;

	in->texts.config = text_config_inputs(in->texts.config, in->verilog, in->n);
	ok = in->texts.config.s;
	for (unsigned i = 0; i < in->n && !b->unchecked; i++) {
		in->verilog[i] = assertions_by_call(in->verilog[i], b->name);
		ok = ok && in->verilog[i].s;
	}
	if (!ok)
		snprintf(why, BUILD_WHY, "%s", strerror(ENOMEM));
	return ok;
}

static struct text copy(struct text t)
{
	return (struct text){ t.s ? strdup(t.s) : NULL, t.size };
}

enum build_status build_switch(const struct build *b, char object[BUILD_PATH], char why[BUILD_WHY])
{
	struct inputs in = { .n = 0 };
	enum build_status status = BUILD_NO_RTL;
	char module[PATH];

	if (b->texts) {
		in.texts = (struct build_texts){ copy(b->texts->ports), copy(b->texts->bench), copy(b->texts->config) };
	} else {
		const struct bench_ports ports = bench_ports_of(b->shape);
		const struct text_inside inside = { .module = module, .instance = module, .prompt = b->prompt, .flat = b->flat };

		snprintf(module, sizeof module, "%s_switch", b->name);
		in.texts = (struct build_texts){ text_ports(&ports), text_bench(&ports, &inside), text_config(b->shape, b->name, b->probed, b->flat) };
	}
	if (read_list(&in, b->list, why) && (b->flat || share_code(b, &in, why)))
		status = find_verilator(&in, why) ? build_inputs(b, &in, object, why) : BUILD_NO_TOOL;
	inputs_free(&in);
	return status;
}
