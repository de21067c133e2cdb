#include "experiment_run.h"
#include "lattice.h"
#include "options.h"
#include "resumed.h"
#include "report_error.h"

#include <string.h>
#include <unistd.h>

static const struct option_row rows[] = {
#define OPTION_STRUCT experiment_options
#define OPTION_FILE "study/experiment.def"
#include "option_rows.h"
};

const struct command_line line_experiment = {
	.name = "experiment",
	.operands = "list | run NAME...",
	.summary = "Repeats the measurements of a paper with many runs of `sluice sim`. The results are a table of numbers (CSV), a plot, and\n"
		   "a table that sets each claim of the paper beside the result here. Runs with results in DIR are not repeated, so an\n"
		   "interrupted experiment continues where it stopped. NAME may be 'all'.",
	.table = rows,
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
		return bad_input("run: NAME is missing; 'sluice experiment list' lists the experiments");
	for (unsigned i = 1; i < o->operands; i++)
		if (strcmp(o->operand[i], "all") != 0 && !experiment_find(o->operand[i]))
			return bad_input("'%.80s' is not an experiment; 'sluice experiment list' lists the experiments", o->operand[i]);
	return EXIT_OK;
}

int command_experiment(int argc, char **argv)
{
	struct experiment_options own;
	struct options o;
	int status;

	if (!options_parse(&o, &line_experiment, &own, argc, argv, &status))
		return status;
	if (o.operands && !strcmp(o.operand[0], "run"))
		return check_names(&o) == EXIT_OK ? run(&o, &own) : EXIT_BAD_INPUT;
	if (o.operands == 1 && !strcmp(o.operand[0], "list"))
		return list();
	return bad_input("experiment: 'list' or 'run NAME...' is missing");
}
