#include "sim.h"

#include "progress.h"
#include "report_error.h"
#include "sim_backend.h"
#include "simulation_options.h"

#include <errno.h>
#include <unistd.h>

static bool run_shown(struct simulation *s, struct simulation_result *r, char why[NETWORK_WHY])
{
	struct progress p;
	bool good;

	progress_begin(&p, isatty(2) ? stderr : NULL, workload_pattern_names[s->traffic.pattern], s->o.cycles);
	s->progress = progress_at;
	s->progress_arg = &p;
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
	status = r.failed ? EXIT_CHECK_FAILED : EXIT_OK;
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
	char why[PARAMS_WHY];
	int status;

	if (!options_parse(&j.given, &line_sim, &j.s, argc, argv, &status))
		return status;
	j.run = simulation_of(&j.given, &j.s.run);
	j.run.links = j.s.csv_links;
	if (!simulation_setup(&j.run, why) || !sim_backend_check(&j, why))
		return bad_input("%s", why);
	return run_with_backend(&j);
}
