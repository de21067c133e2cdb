#define _GNU_SOURCE     /* RTLD_ */
#include "sim_processes.h"

#include "interrupt.h"
#include "program.h"
#include "report_error.h"
#include "started.h"
#include "tool.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	LINE = 1024, OBJECT_PATH = TOOL_PATH + 64,
	FIRST_SPEAKS_S = 5              /* in which the first process has said why the run does not begin */
};

/* What launchers tell the processes that they start: how many there are, and which one this is. */
static const struct { const char *count, *number; } launchers[] = {
	{ "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK" }, { "PMI_SIZE", "PMI_RANK" }, { "SLURM_NTASKS", "PMIX_RANK" },
};

struct started {
	unsigned long count, number;
};

static struct started look_at_environment(void)
{
	for (unsigned k = 0; k < sizeof launchers / sizeof *launchers; k++) {
		const char *const count = getenv(launchers[k].count), *const number = getenv(launchers[k].number);

		if (count && number)
			return (struct started){ strtoul(count, NULL, 10), strtoul(number, NULL, 10) };
	}
	return (struct started){ 1, 0 };
}

/* The object is beside the command, or where `make install` puts it: `path`. NULL: it is not there, or cannot be loaded; why. */
static void *load(char path[OBJECT_PATH], char why[LINE])
{
	static const char *const places[] = { "sluice-mpi.so", "../lib/sluice/sluice-mpi.so" };
	char self[TOOL_PATH];
	void *object = NULL;

	tool_self(self);
	*(strrchr(self, '/') ? strrchr(self, '/') : self) = '\0';
	snprintf(why, LINE, "this sluice was built without MPI; install openmpi-bin and libopenmpi-dev, and build it again");
	for (unsigned k = 0; !object && k < sizeof places / sizeof *places; k++) {
		snprintf(path, OBJECT_PATH, "%s/%s", self, places[k]);
		object = access(path, F_OK) ? NULL : dlopen(path, RTLD_NOW | RTLD_GLOBAL);
		if (!object && !access(path, F_OK))
			snprintf(why, LINE, "%.900s", dlerror());
	}
	return object;
}

static void *name_in(void *object, const char *name)
{
	return object ? dlsym(object, name) : NULL;
}

static void lost(void)
{
	environment_failed("a process of the run has ended before its time; there is no result");
	_exit(EXIT_ENVIRONMENT);
}

static const struct started_calls calls = { .signal = interrupt_signal, .lost = lost };

static const struct processes *begin(const struct started *s, char why[LINE])
{
	char path[OBJECT_PATH];
	void *const object = load(path, why);
	union { void *name; started_sources_function *of; } sources = { .name = name_in(object, "started_sources") };
	union { void *name; started_processes_function *begin; } all = { .name = name_in(object, "started_processes") };
	const struct processes *p;

	if (!object)
		return NULL;
	snprintf(why, LINE, "%.800s is not of the same build as sluice; 'make' builds both, 'make install' installs both", path);
	if (!sources.name || !all.name || strcmp(sources.of(), program_sources))
		return NULL;
	snprintf(why, LINE, "MPI does not begin; was sluice started by the mpirun of another MPI than the one it was built with?");
	p = all.begin(&calls);
	return p && p->count == s->count ? p : NULL;
}

int sim_processes_begin(const struct processes **p)
{
	const struct started s = look_at_environment();
	char why[LINE];

	*p = NULL;
	if (s.count < 2)
		return EXIT_OK;
	*p = begin(&s, why);
	if (*p && s.number)
		report_mute();
	if (!*p && s.number)
		sleep(FIRST_SPEAKS_S);  /* mpirun ends all when one ends: the first when it has spoken, or this one if the first has nothing to say */
	return *p ? EXIT_OK : environment_failed("%lu processes were started to run one network: %s", s.count, why);
}

int sim_processes_agree(const struct processes *p, int status)
{
	char line[LINE];

	if (!p)
		return status;
	snprintf(line, sizeof line, "%s", report_kept());
	const uint64_t first = processes_first(p, status == EXIT_OK ? UINT64_MAX : (uint64_t)p->number << 32 | (unsigned)status, line, sizeof line);

	if (first == UINT64_MAX)
		return EXIT_OK;
	if (first >> 32 && *line)
		environment_failed("%s", line);
	return (int)(first & UINT32_MAX);
}

void sim_processes_end(const struct processes *p)
{
	if (p)
		p->end();
}
