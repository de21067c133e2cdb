#include "icarus.h"

#include "embedded.h"
#include "texts.h"
#include "tool_dir.h"
#include "why_not.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 2 * TOOL_PATH, STEP_TIME = 3 };     /* STEP_TIME: of icarus.v, from one clock edge to the next */

static FILE *create(const char *dir, const char *name, char why[ICARUS_WHY])
{
	char path[PATH];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	f = fopen(path, "w");
	if (!f)
		snprintf(why, ICARUS_WHY, "%.900s: %s", path, strerror(errno));
	return f;
}

static bool finish(FILE *f, const char *dir, const char *name, char why[ICARUS_WHY])
{
	return text_closed(f) || why_not(why, ICARUS_WHY, "%.700s/%s: %s", dir, name, strerror(errno));
}

static bool write_bench(const struct vectors *v, const struct params *p, const char *work, char why[ICARUS_WHY])
{
	const struct embedded *bench = verilator_tb_files;
	FILE *f = create(work, "bench.v", why);

	while (strcmp(bench->name, "icarus.v") != 0)
		bench++;
	if (f)
		fputs(bench->text, f);
	f = f && finish(f, work, "bench.v", why) ? create(work, "switch.vh", why) : NULL;
	if (f)
		icarus_text(v, p, f);
	return f && finish(f, work, "switch.vh", why);
}

static enum icarus_status write_record(struct vectors *v, const struct icarus *c, const char *work, char why[ICARUS_WHY])
{
	const struct lockstep_config config = {
		.shape = v->shape, .traffic = c->traffic, .backend = LOCKSTEP_C, .cycles = c->cycles
	};
	struct lockstep *l = lockstep_new(&config, why);
	FILE *f = l ? create(work, "vectors", why) : NULL;
	enum icarus_status status = ICARUS_CANNOT;

	if (f) {
		const bool good = vectors_record(v, l, f);

		if (finish(f, work, "vectors", why))
			status = good ? ICARUS_SAME : ICARUS_REFUSED;
		if (status == ICARUS_REFUSED)
			snprintf(why, ICARUS_WHY, "the model goes wrong by itself: %.900s", l->why);
	}
	lockstep_free(l);
	return status;
}

static enum icarus_status failed(const char *program, int status, const char *work, char why[ICARUS_WHY])
{
	if (status == TOOL_MISSING && !tool_installed(program))
		snprintf(why, ICARUS_WHY, "%s is not installed, or not in PATH (Debian: apt install iverilog)", program);
	else
		snprintf(why, ICARUS_WHY, "%s refuses the switch or its bench; see %.900s/log", program, work);
	return ICARUS_FAILED;
}

/* Everything that Icarus complains of is an error. */
static enum icarus_status compile(const struct icarus *c, const char *work, char why[ICARUS_WHY])
{
	char log[PATH], bench[PATH], program[PATH];
	const char *const args[] = { "iverilog", "-g2005", "-Wall", "-DLOCKSTEP", "-s", "bench", "-I", work, "-o", program, bench,
				     "-f", "sluice.f", c->monitored ? NULL : "-DSLUICE_NO_LINK_MONITOR", NULL };
	struct stat said;
	int status;

	snprintf(log, sizeof log, "%s/log", work);
	snprintf(bench, sizeof bench, "%s/bench.v", work);
	snprintf(program, sizeof program, "%s/bench.vvp", work);
	status = tool_run(c->dir, log, args);
	if (status)
		return failed("iverilog", status, work, why);
	if (!stat(log, &said) && !said.st_size)
		return ICARUS_SAME;
	snprintf(why, ICARUS_WHY, "iverilog -Wall has something to say; see %.900s", log);
	return ICARUS_REFUSED;
}

/* The bench came to its end, did all cycles, and found nothing. */
static bool passed(const struct vectors *v, uint64_t cycles, const char *report)
{
	char verdict[128];

	snprintf(verdict, sizeof verdict, "icarus: %" PRIu64 " cycles, %" PRIu64 " state bits, 0 mismatches\n", cycles, vectors_bits(v));
	return !strcmp(report, verdict);
}

/* Where the simulator says that an assertion failed. NULL: none did. */
static const char *assertion(const char *report)
{
	const char *at = !strncmp(report, "FATAL: ", 7) ? report : strstr(report, "\nFATAL: ");

	return at ? strstr(at, "Time: ") : NULL;
}

static enum icarus_status simulate(const struct vectors *v, const struct icarus *c, const char *work, char **report,
				   char why[ICARUS_WHY])
{
	static const char *const args[] = { "vvp", "-n", "bench.vvp", NULL };
	const int status = tool_run(work, "log", args);
	char log[PATH];

	if (status < 0 || status == TOOL_MISSING)
		return failed("vvp", status, work, why);
	snprintf(log, sizeof log, "%s/log", work);
	*report = text_read(log).s;
	if (status && !(*report && assertion(*report))) {
		free(*report);
		*report = NULL;
		return failed("vvp", status, work, why);
	}
	if (!*report) {
		snprintf(why, ICARUS_WHY, "%.900s: %s", log, strerror(errno));
		return ICARUS_CANNOT;
	}
	if (!status && passed(v, c->cycles, *report))
		return ICARUS_SAME;
	snprintf(why, ICARUS_WHY, "the bench and its record are in %.900s", work);
	return ICARUS_DIFFERS;
}

bool icarus_assertion(const char *report, uint64_t *cycle)
{
	const char *const at = assertion(report);
	const uint64_t time = at ? strtoull(at + strlen("Time: "), NULL, 10) : 0;

	*cycle = time / STEP_TIME - VECTORS_RESET_STEPS;
	return at;
}

static enum icarus_status run_in(struct vectors *v, const struct icarus *c, const char *work, char **report, char why[ICARUS_WHY])
{
	enum icarus_status status;

	if (!write_bench(v, c->params, work, why))
		return ICARUS_CANNOT;
	status = compile(c, work, why);
	if (status == ICARUS_SAME)
		status = write_record(v, c, work, why);
	if (status == ICARUS_SAME)
		status = simulate(v, c, work, report, why);
	return status;
}

/* As an absolute path, since the tools run elsewhere. */
static bool work_dir(const struct icarus *c, struct tool_dir *work, char path[TOOL_PATH], char why[ICARUS_WHY])
{
	if (tool_dir_new(work, c->build_dir, "icarus") && realpath(work->path, path))
		return true;
	return why_not(why, ICARUS_WHY, "%.900s: %s", c->build_dir, strerror(errno));
}

enum icarus_status icarus_run(const struct icarus *c, char **report, char why[ICARUS_WHY])
{
	const struct shape s = shape_of(c->params);
	const bool ours = access(c->build_dir, F_OK);           /* made for this, and to go with it */
	char path[TOOL_PATH];
	struct tool_dir work;
	struct vectors v;
	enum icarus_status status = ICARUS_CANNOT;
	int error;

	*report = NULL;
	errno = ENOMEM;
	if (!vectors_init(&v, &s)) {
		snprintf(why, ICARUS_WHY, "%s", strerror(ENOMEM));
	} else if (work_dir(c, &work, path, why)) {
		status = run_in(&v, c, path, report, why);
		error = errno;
		if (status == ICARUS_SAME || status == ICARUS_CANNOT || !tool_installed("iverilog") || !tool_installed("vvp"))
			tool_dir_remove(&work);
		else
			tool_dir_keep(&work);
		if (ours)
			rmdir(c->build_dir);    /* stays if there is something in it */
		errno = error;
	}
	vectors_free(&v);
	return status;
}
