#include "sim.h"

#include "interrupt.h"
#include "progress.h"
#include "report_error.h"
#include "sim_backend.h"
#include "sim_lists.h"

#include <errno.h>
#include <unistd.h>

static bool go_on(void *progress, uint64_t cycle)
{
	progress_at(progress, cycle);
	return !interrupt_signal();
}

static bool run_shown(struct simulation *s, struct simulation_result *r, char why[NETWORK_WHY])
{
	struct progress p;
	bool good;

	progress_begin(&p, isatty(2) ? stderr : NULL, workload_pattern_names[s->traffic.pattern], s->span);
	s->progress = go_on;
	s->progress_arg = &p;
	interrupt_watch();
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

	if (!run_shown(&j->run, &r, why))
		return cannot("%s", why);
	sim_backend_judge(b, &r);
	sim_print(&j->run, &r, sim_words(&j->s));
	sim_backend_print(b, j, &r, sim_words(&j->s));
	status = r.failed ? EXIT_CHECK_FAILED : r.complete ? EXIT_OK : EXIT_SIGNAL + interrupt_signal();
	if (!sim_write_outputs(j, &r, why))
		status = cannot("%s", why);
	simulation_result_free(&r);
	return status;
}

static int run_with_backend(struct sim_job *j)
{
	struct sim_backend b;
	char why[NETWORK_WHY];
	int status;

	if (!sim_outputs_possible(&j->s, why))
		return cannot("%s", why);
	status = sim_backend_open(&b, j);
	if (status == EXIT_OK) {
		status = run(j, &b);
		sim_backend_close(&b);
	}
	return status;
}

int command_sim(int argc, char **argv)
{
	struct sim_job j;
	int status;

	if (!options_begin(&j.given, &line_sim, argc, argv, &status))
		return status;
	if (sim_lists_given(&j.given))
		return sim_lists(&j.given);
	status = sim_job_make(&j);
	if (status == EXIT_OK) {
		status = run_with_backend(&j);
		sim_job_free(&j);
	}
	return status;
}
