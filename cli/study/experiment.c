#include "options.h"
#include "report_error.h"
#include "resumed.h"
#include "shipped.h"
#include "study_read.h"
#include "study_run.h"

#include <stdlib.h>
#include <string.h>

const struct command_line line_experiment = {
	.name = "experiment",
	.operands = "list | run NAME...",
	.summary = "Repeats the measurements of a paper: sweeps of `sluice sim` that come with the program as files, with the claims of the paper.\n"
		   "The results are a table of numbers (CSV), a plot, and a table that sets each claim beside the result here. Runs with results\n"
		   "in DIR are not repeated, so an interrupted experiment continues where it stopped. NAME may be 'all'.",
	.table = study_rows,
	.plain = true,
};

/* The names of all experiments, freed at the end. */
struct shipped {
	char *name[SHIPPED_MOST];
	unsigned n;
};

static void free_names(struct shipped *all)
{
	while (all->n)
		free(all->name[--all->n]);
}

static unsigned runs(const struct study *s, bool quick)
{
	static struct lattice g;

	lattice_make(&g, s->axis, quick);
	return g.points;
}

static int list_one(const char *name)
{
	char path[SHIPPED_PATH], why[STUDY_WHY] = "no such file";
	struct study *const s = shipped_find(name, path) ? study_read(path, why) : NULL;

	if (!s)
		return bad_input("%s", why);
	if (s->runs_of)
		say("%-20s %s; runs of %s", s->name, s->title, s->runs_of);
	else
		say("%-20s %s; %u runs, quick %u", s->name, s->title, runs(s, false), runs(s, true));
	study_free(s);
	return EXIT_OK;
}

static int run_named(const char *name, const struct study_options *e, const struct points *points, bool *plots)
{
	char path[SHIPPED_PATH];

	return shipped_find(name, path) ? study_run(path, e, points_given(points) ? points : NULL, plots) : bad_input("'%.80s' is not an experiment", name);
}

static int run_all(const struct shipped *all, const char *name, const struct study_options *e, const struct points *points, bool *plots)
{
	int status = EXIT_OK;

	if (strcmp(name, "all") != 0)
		return run_named(name, e, points, plots);
	for (unsigned i = 0; i < all->n && status == EXIT_OK; i++)
		status = run_named(all->name[i], e, points, plots);
	return status;
}

static int run_locked(const struct options *o, const struct study_options *e, const struct points *points, const struct shipped *all)
{
	int status = EXIT_OK;
	bool plots = true, made;
	const int fd = resumed_lock(e->out, points_apart(points), &made, &status);

	if (fd < 0)
		return status;
	for (unsigned i = 1; i < o->operands && status == EXIT_OK; i++)
		status = run_all(all, o->operand[i], e, points, &plots);
	resumed_unlock(fd, e->out, made);
	return status;
}

/* 'all' is more than one. */
static unsigned named(const struct options *o, const struct shipped *all)
{
	return o->operands == 2 && !strcmp(o->operand[1], "all") ? all->n : o->operands - 1;
}

static int run(const struct options *o, const struct study_options *e, const struct shipped *all)
{
	char why[OPTION_WHY], *const again = points_again(o, &line_experiment);
	const struct points points = study_points(e, again);
	int status;

	if (!again)
		return environment_failed("not enough memory");
	status = points_check(&points, named(o, all), why) ? run_locked(o, e, &points, all) : bad_input("%s", why);
	free(again);
	return status;
}

static int check_names(const struct options *o)
{
	char path[SHIPPED_PATH];

	if (o->operands < 2)
		return bad_input("run: NAME is missing; 'sluice experiment list' lists the experiments");
	for (unsigned i = 1; i < o->operands; i++)
		if (strcmp(o->operand[i], "all") != 0 && !shipped_find(o->operand[i], path))
			return bad_input("'%.80s' is not an experiment; 'sluice experiment list' lists the experiments", o->operand[i]);
	return EXIT_OK;
}

static int list_or_run(const struct options *o, const struct study_options *e, const struct shipped *all)
{
	int status = EXIT_OK;

	if (o->operands && !strcmp(o->operand[0], "run"))
		return check_names(o) == EXIT_OK ? run(o, e, all) : EXIT_BAD_INPUT;
	if (o->operands != 1 || strcmp(o->operand[0], "list") != 0)
		return bad_input("experiment: 'list' or 'run NAME...' is missing");
	for (unsigned i = 0; i < all->n && status == EXIT_OK; i++)
		status = list_one(all->name[i]);
	return status;
}

int command_experiment(int argc, char **argv)
{
	struct study_options own;
	struct options o;
	struct shipped all;
	char why[SHIPPED_WHY];
	int status;

	if (!options_parse(&o, &line_experiment, &own, argc, argv, &status))
		return status;
	all.n = shipped_list(all.name, why);
	status = all.n ? list_or_run(&o, &own, &all) : environment_failed("%s", why);
	free_names(&all);
	return status;
}
