#include "sim.h"

#include "interrupt.h"
#include "progress.h"
#include "report_error.h"
#include "sim_backend.h"
#include "sim_processes.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

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

/* What the run found, in words and files. Returns an exit status. */
static int show(struct sim_job *j, const struct sim_backend *b, const struct simulation_result *r, int status)
{
	char why[PARAMS_WHY];

	sim_print(&j->run, r, true, sim_words(&j->s));
	sim_backend_print(b, j, r, sim_words(&j->s));
	return sim_write_outputs(j, r, why) && sim_report_write(j, r, why) ? status : cannot("%s", why);
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
	if (first_of(j))
		status = show(j, b, &r, status);
	simulation_result_free(&r);
	return status;
}

/* What the options say of runs by several processes. */
static bool processes_possible(const struct sim_job *j, char why[PARAMS_WHY])
{
	const char *const wrong = !j->run.network.processes ? NULL : j->s.backend != LOCKSTEP_C ? "backend" : j->s.payload ? "payload" : NULL;

	if (wrong)
		snprintf(why, PARAMS_WHY, "--%s: with one process only; %u were started", wrong, j->run.network.processes->count);
	return !wrong;
}

static int run_on_backend(struct sim_job *j)
{
	struct sim_backend b;
	int status = sim_backend_open(&b, j);

	if (status != EXIT_OK)
		return status;
	status = run(j, &b);
	sim_backend_close(&b);
	return status;
}

static int run_with_backend(struct sim_job *j)
{
	const struct processes *const p = j->run.network.processes;
	char why[PARAMS_WHY];
	char *of;
	int status;

	status = !processes_possible(j, why) || !sim_checkpoint_possible(j, why) ? bad_input("%s", why) :
		first_of(j) && !(sim_outputs_possible(&j->s, why) && sim_report_possible(&j->s, why)) ? cannot("%s", why) : EXIT_OK;
	status = sim_processes_agree(p, status);
	if (status != EXIT_OK)
		return status;
	of = sim_checkpoint_of(j);
	if (!of)
		return cannot("not enough memory");
	j->run.checkpoint = j->s.checkpoint;
	j->run.checkpoint_every = j->s.every;
	j->run.restart = j->s.restart;
	j->run.checkpoint_of = of;
	status = run_on_backend(j);
	free(of);
	return status;
}

static int run_one(struct options *given, const struct processes *p)
{
	struct sim_job j = { .given = *given };
	int status;

	status = sim_processes_agree(p, sim_job_make(&j));
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
	return sim_processes_agree(p, bad_input("lists of options are of runs with one process; %u were started", p->count));
}

int command_sim(int argc, char **argv)
{
	const struct processes *p;
	struct options given;
	int status = sim_processes_begin(&p), early;

	if (status != EXIT_OK)
		return status;
	if (options_begin(&given, &line_sim, argc, argv, &early))
		status = run_any(&given, p);
	else
		status = sim_processes_agree(p, early);
	sim_processes_end(p);
	return processes_number(p) ? EXIT_OK : status;  /* mpirun ends all processes when one fails */
}
