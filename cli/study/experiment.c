#include "options.h"
#include "report_error.h"
#include "study_measure.h"
#include "study.h"
#include "tool.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct command_line line_experiment = {
	.name = "experiment",
	.operands = "list | run NAME...",
	.summary = "Repeats the measurements of a paper: sweeps of `sluice sim` that come with the program as files, with the claims of the paper.\n"
		   "The results are a table of numbers (CSV), a plot, and a table that sets each claim beside the result here. Runs with results\n"
		   "in DIR are not repeated, so an interrupted experiment continues where it stopped. NAME may be 'all'.",
	.table = study_rows,
	.plain = true,
};

/*
 * The studies that come with the program, files NAME.sweep in one directory: $SLUICE_EXPERIMENTS if it is set, else experiments/ beside the program, else
 * share/sluice/experiments of where it is installed.
 */
#define ENDING ".sweep"

/* False: there is none. */
static bool directory(char dir[STUDY_PATH])
{
	static const char *const places[] = { "experiments", "../share/sluice/experiments" };
	const char *const set = getenv("SLUICE_EXPERIMENTS");
	char program[TOOL_PATH];

	if (set && *set)
		return snprintf(dir, STUDY_PATH, "%s", set) < STUDY_PATH;
	tool_self(program);
	*(strrchr(program, '/') ? strrchr(program, '/') : program) = '\0';
	for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
		if (snprintf(dir, STUDY_PATH, "%s/%s", program, places[i]) < STUDY_PATH && !access(dir, R_OK | X_OK))
			return true;
	return false;
}

/* The files, in the order of the alphabet. Returns how many there are. Whatever it is, they are to be freed. */
static size_t find_shipped(glob_t *all, char dir[STUDY_PATH])
{
	char pattern[2 * STUDY_PATH + sizeof "/*" ENDING], *to = pattern;

	if (!directory(dir))
		return 0;
	for (const char *c = dir; *c; *to++ = *c++)
		if (strchr("*?[\\", *c))
			*to++ = '\\';
	strcpy(to, "/*" ENDING);
	glob(pattern, 0, NULL, all);
	return all->gl_pathc;
}

/* The file of a name. NULL: there is none. */
static const char *file_of(const glob_t *all, const char *name)
{
	for (size_t i = 0; i < all->gl_pathc; i++) {
		const char *const base = strrchr(all->gl_pathv[i], '/') + 1;
		const size_t n = strlen(base) - strlen(ENDING);

		if (strlen(name) == n && !memcmp(base, name, n))
			return all->gl_pathv[i];
	}
	return NULL;
}

static unsigned runs(const struct study *s, bool quick)
{
	static struct lattice g;

	lattice_make(&g, s->axis, quick);
	return g.points;
}

static int list_one(const char *path)
{
	char why[STUDY_WHY];
	struct study *const s = study_read(path, why);

	if (!s)
		return bad_input("%s", why);
	if (s->runs_of)
		say("%-20s %s; runs of %s", s->name, s->title, s->runs_of);
	else
		say("%-20s %s; %u runs, quick %u", s->name, s->title, runs(s, false), runs(s, true));
	study_free(s);
	return EXIT_OK;
}

/* Those that are named; 'all' is each of them. */
static int run(const struct options *o, const struct study_options *e, const glob_t *all)
{
	const char **const path = malloc((o->operands * all->gl_pathc + 1) * sizeof *path);
	int status = path ? EXIT_OK : environment_failed("not enough memory");
	unsigned n = 0;

	for (unsigned i = 1; i < o->operands && status == EXIT_OK; i++)
		if (!strcmp(o->operand[i], "all"))
			for (size_t k = 0; k < all->gl_pathc; k++)
				path[n++] = all->gl_pathv[k];
		else if (!(path[n++] = file_of(all, o->operand[i])))
			status = bad_input("'%.80s' is not an experiment; 'sluice experiment list' lists the experiments", o->operand[i]);
	if (status == EXIT_OK)
		status = study_run_all(o, &line_experiment, e, path, n);
	free(path);
	return status;
}

static int list_or_run(const struct options *o, const struct study_options *e, const glob_t *all)
{
	int status = EXIT_OK;

	if (o->operands && !strcmp(o->operand[0], "run"))
		return o->operands > 1 ? run(o, e, all) : bad_input("run: NAME is missing; 'sluice experiment list' lists the experiments");
	if (o->operands != 1 || strcmp(o->operand[0], "list") != 0)
		return bad_input("experiment: 'list' or 'run NAME...' is missing");
	for (size_t i = 0; i < all->gl_pathc && status == EXIT_OK; i++)
		status = list_one(all->gl_pathv[i]);
	return status;
}

int command_experiment(int argc, char **argv)
{
	struct study_options own;
	glob_t all = { .gl_pathc = 0 };
	char dir[STUDY_PATH] = "";
	struct options o;
	int status;

	if (!options_parse(&o, &line_experiment, &own, argc, argv, &status))
		return status;
	if (find_shipped(&all, dir))
		status = list_or_run(&o, &own, &all);
	else
		status = environment_failed("no experiments in '%.200s'; make puts them beside the program, make install where it looks, and SLUICE_EXPERIMENTS names another directory", dir);
	globfree(&all);
	return status;
}
