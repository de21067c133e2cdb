#include "experiment_run.h"
#include "lattice.h"
#include "options.h"
#include "resumed.h"
#include "say.h"
#include "sweep.h"
#include "tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OUT, QUICK, SEED, JOBS, FORCE };

static const struct option_desc own[] = {
	[OUT] = { "out", "DIR", "where results go, and are looked for [results]" },
	[QUICK] = { "quick", NULL, "fewer and shorter runs, to see that all works; files of their own" },
	[SEED] = { "seed", "S", "of everything random, in every run [1]" },
	[JOBS] = { "jobs", "N", "runs at a time [as many as there are processors; 1..256]" },
	[FORCE] = { "force", NULL, "run all anew, whatever is there" },
};

static const struct command_line experiment = {
	.name = "experiment",
	.operands = "list | run NAME...",
	.summary = "Repeats what papers measured: runs of `sluice sim` over many options, as a table of numbers (CSV), a plot, and a table of\n"
		   "what the paper says, what came out here, and whether that agrees. Runs that are there are not run again: what was\n"
		   "interrupted goes on where it stopped. NAME may be 'all'.",
	.options = own,
	.n = sizeof own / sizeof *own,
	.plain = true,
};

static unsigned runs(const struct experiment *e, bool quick)
{
	struct lattice g;

	lattice_make(&g, e->axis, quick);
	return g.points;
}

static int list(void)
{
	for (unsigned i = 0; i < experiments_count; i++) {
		const struct experiment *e = &experiments[i];

		if (e->data)
			say("%-20s %s; runs of %s", e->name, e->title, e->data);
		else
			say("%-20s %s; %u runs, quick %u", e->name, e->title, runs(e, false), runs(e, true));
	}
	return EXIT_OK;
}

static int run_named(const char *name, const struct experiment_options *e, bool *plots)
{
	int status = EXIT_OK;

	if (strcmp(name, "all") != 0)
		return experiment_run(experiment_find(name), e, plots);
	for (unsigned i = 0; i < experiments_count && status == EXIT_OK; i++)
		status = experiment_run(&experiments[i], e, plots);
	return status;
}

static int run(const struct options *o, const struct experiment_options *e)
{
	int status = EXIT_OK;
	const int fd = resumed_lock(e->out, &status);
	bool plots = true;

	if (fd < 0)
		return status;
	for (unsigned i = 1; i < o->operands && status == EXIT_OK; i++)
		status = run_named(o->operand[i], e, &plots);
	close(fd);
	return status;
}

static int check_names(const struct options *o)
{
	if (o->operands < 2)
		return bad_input("run: which? 'sluice experiment list' says what there is");
	for (unsigned i = 1; i < o->operands; i++)
		if (strcmp(o->operand[i], "all") != 0 && !experiment_find(o->operand[i]))
			return bad_input("'%.80s' is no experiment; 'sluice experiment list' says what there is", o->operand[i]);
	return EXIT_OK;
}

static int run_options(const struct options *o)
{
	struct experiment_options e = { .out = "results", .seed = "1", .quick = o->value[QUICK], .force = o->value[FORCE] };
	uint64_t jobs = tool_processors(), seed;
	char why[PARAMS_WHY];

	jobs = jobs < SWEEP_JOBS ? jobs : SWEEP_JOBS;
	if (check_names(o) != EXIT_OK)
		return EXIT_BAD_INPUT;
	if (!options_number(o, &experiment, SEED, 0, UINT64_MAX, &seed, why) || !options_number(o, &experiment, JOBS, 1, SWEEP_JOBS, &jobs, why))
		return bad_input("%s", why);
	e.jobs = (unsigned)jobs;
	e.out = o->value[OUT] ? o->value[OUT] : e.out;
	e.seed = o->value[SEED] ? o->value[SEED] : e.seed;
	return run(o, &e);
}

int command_experiment(int argc, char **argv);

int command_experiment(int argc, char **argv)
{
	struct options o;
	int status;

	if (!options_parse(&o, &experiment, argc, argv, &status))
		return status;
	if (o.operands && !strcmp(o.operand[0], "run"))
		return run_options(&o);
	if (o.operands == 1 && !strcmp(o.operand[0], "list"))
		return list();
	return bad_input("experiment: 'list', or 'run NAME...'");
}
