#include "sim.h"

#include "beside.h"
#include "interrupt.h"
#include "net/run/simulate_fields.h"
#include "program.h"
#include "progress.h"
#include "report_error.h"
#include "sim_backend.h"
#include "started.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * The processes that mpirun started together with this one, to run one network. The first of them speaks for all: what the others have to say is kept
 * (report_error.h), unless the first has nothing to say.
 */
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

/* Before the options are read. *p: NULL if this process is alone. Returns an exit status; what is wrong has been said. */
static int begin_processes(const struct processes **p)
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

/* The exit status of all, from those of each: the first one that is not EXIT_OK. Its line is printed, if none was. */
static int agree(const struct processes *p, int status)
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

/* What a checkpoint of the run is of: all that results depend on. To be freed. NULL: out of memory. */
static char *checkpoint_of(const struct sim_job *j)
{
	struct text t;
	FILE *const f = text_begin(&t);

	if (!f)
		return NULL;
	fprintf(f, "# sources = %s\n", program_sources);
	simulate_write_config(&j->run, f);
	fprintf(f, "# csv-links = %s\n# report = %s\n", j->run.links ? "yes" : "no", j->run.samples ? "yes" : "no");
	return text_end(&t, f);
}

static bool go_on(void *progress, uint64_t cycle)
{
	interrupt_watch();
	progress_at(progress, cycle);
	return !interrupt_signal();
}

static bool first_of(const struct sim_job *j)
{
	return !processes_number(j->run.network.processes);
}

static bool run_shown(struct sim_job *j, struct simulation_result *r, char why[NETWORK_WHY])
{
	struct simulation *const s = &j->run;
	struct progress p;
	bool good;

	progress_begin(&p, isatty(2) && first_of(j) ? stderr : NULL, workload_pattern_names[s->traffic.pattern], s->span);
	s->progress = go_on;
	s->progress_arg = &p;
	s->draining = interrupt_leave;
	errno = 0;
	good = simulate(s, r, why);
	progress_end(&p);
	return good;
}

static int run(struct sim_job *j, const struct sim_backend *b)
{
	struct simulation_result r;
	char why[NETWORK_WHY];
	int status;

	if (!run_shown(j, &r, why))
		return cannot("%s", why);
	sim_backend_judge(b, &r);
	status = (int)processes_most(j->run.network.processes, (uint64_t)interrupt_signal());
	status = r.failed ? EXIT_CHECK_FAILED : r.complete ? EXIT_OK : EXIT_SIGNAL + status;
	if (first_of(j)) {              /* what the run found, in words and files */
		sim_print(&j->run, &r, true, sim_words(&j->s));
		sim_backend_print(b, j, &r, sim_words(&j->s));
		status = sim_write_outputs(j, &r, why) ? status : cannot("%s", why);
	}
	simulation_result_free(&r);
	return status;
}

/* What the options say of runs by several processes. */
static bool processes_possible(const struct sim_job *j, char why[PARAMS_WHY])
{
	const char *const wrong = !j->run.network.processes ? NULL : j->s.backend != LOCKSTEP_C ? "backend" : j->s.payload ? "payload" : NULL;

	return !wrong || why_not(why, PARAMS_WHY, "--%s: with one process only; %u were started", wrong, j->run.network.processes->count);
}

static int run_with_backend(struct sim_job *j)
{
	const struct processes *const p = j->run.network.processes;
	struct sim_backend b;
	char why[PARAMS_WHY];
	char *of;
	int status;

	status = !processes_possible(j, why) || !sim_checkpoint_possible(j, why) ? bad_input("%s", why) :
		first_of(j) && !sim_outputs_possible(&j->s, why) ? cannot("%s", why) : EXIT_OK;
	status = agree(p, status);
	if (status != EXIT_OK)
		return status;
	of = checkpoint_of(j);
	if (!of)
		return cannot("not enough memory");
	j->run.checkpoint = j->s.checkpoint;
	j->run.checkpoint_every = j->s.every;
	j->run.restart = j->s.restart;
	j->run.checkpoint_of = of;
	status = sim_backend_open(&b, j);
	if (status == EXIT_OK) {
		status = run(j, &b);
		sim_backend_close(&b);
	}
	free(of);
	return status;
}

static int run_one(struct options *given, const struct processes *p)
{
	struct sim_job j = { .given = *given };
	int status;

	status = agree(p, sim_job_make(&j));
	if (status != EXIT_OK)
		return status;
	j.run.network.processes = p;
	status = run_with_backend(&j);
	sim_job_free(&j);
	return status;
}

static int run_any(struct options *given, const struct processes *p)
{
	if (!sim_lists_given(given))
		return run_one(given, p);
	if (!p)
		return sim_lists(given);
	options_free(given);
	return agree(p, bad_input("lists of options are of runs with one process; %u were started", p->count));
}

int command_sim(int argc, char **argv)
{
	const struct processes *p;
	struct options given;
	int status = begin_processes(&p), early;

	if (status != EXIT_OK)
		return status;
	if (options_begin(&given, &line_sim, argc, argv, &early))
		status = run_any(&given, p);
	else
		status = agree(p, early);
	if (p)
		p->end();
	return processes_number(p) ? EXIT_OK : status;  /* mpirun ends all processes when one fails */
}
