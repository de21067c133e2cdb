#define _POSIX_C_SOURCE 200809L      /* sleep */
#include "sim_processes.h"

#include "beside.h"
#include "interrupt.h"
#include "report_error.h"
#include "started.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	LINE = 1024,
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

static void lost(void)
{
	environment_failed("a process of the run has ended before its time; there is no result");
	_exit(EXIT_ENVIRONMENT);
}

static const struct started_calls calls = { .signal = interrupt_signal, .lost = lost };

static const struct beside object = {
	"sluice-mpi.so", "started_sources", "this sluice was built without MPI; install openmpi-bin and libopenmpi-dev, and build it again",
};

static const struct processes *begin(const struct started *s, char why[LINE])
{
	union { void *name; started_processes_function *begin; } all = { .name = beside_name(beside_load(&object, why), "started_processes") };
	const struct processes *p;

	_Static_assert((int)LINE == (int)BESIDE_WHY, "messages are passed on");
	if (!all.name)
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
