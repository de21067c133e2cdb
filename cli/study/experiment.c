#define _GNU_SOURCE     /* scandir */
#include "options.h"
#include "report_error.h"
#include "study_measure.h"
#include "study_read.h"
#include "tool.h"

#include <dirent.h>
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

/* The directory that the program is in; "": unknown. */
static void program_dir(char dir[TOOL_PATH])
{
	tool_self(dir);
	if (strrchr(dir, '/'))
		*strrchr(dir, '/') = '\0';
}

/* False: there is none. */
static bool directory(char dir[STUDY_PATH])
{
	static const char *const places[] = { "experiments", "../share/sluice/experiments" };
	const char *const set = getenv("SLUICE_EXPERIMENTS");
	char program[TOOL_PATH];

	if (set && *set)
		return snprintf(dir, STUDY_PATH, "%s", set) < STUDY_PATH;
	program_dir(program);
	for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
		if (snprintf(dir, STUDY_PATH, "%s/%s", program, places[i]) < STUDY_PATH && !access(dir, R_OK | X_OK))
			return true;
	}
	return false;
}

static int ours(const struct dirent *entry)
{
	const size_t n = strlen(entry->d_name), end = sizeof ENDING - 1;

	return n > end && !strcmp(entry->d_name + n - end, ENDING);
}

/* The file of one. False: there is none of that name. */
static bool shipped_find(const char *name, char path[STUDY_PATH])
{
	char dir[STUDY_PATH];

	return !strchr(name, '/') && directory(dir) && snprintf(path, STUDY_PATH, "%s/%s" ENDING, dir, name) < STUDY_PATH && !access(path, R_OK);
}

/* Their names, in the order of the alphabet. */
struct shipped {
	struct dirent **entry;
	unsigned n;
};

/* Returns how many there are. Whatever it is, they are to be freed. */
static unsigned list_shipped(struct shipped *all, char dir[STUDY_PATH])
{
	const int n = directory(dir) ? scandir(dir, &all->entry, ours, alphasort) : -1;

	for (int i = 0; i < n; i++)
		*strrchr(all->entry[i]->d_name, '.') = '\0';
	return all->n = n < 0 ? 0 : (unsigned)n;
}

static void free_shipped(struct shipped *all)
{
	for (unsigned i = 0; i < all->n; i++)
		free(all->entry[i]);
	free(all->entry);
}

static unsigned runs(const struct study *s, bool quick)
{
	static struct lattice g;

	lattice_make(&g, s->axis, quick);
	return g.points;
}

static int list_one(const char *name)
{
	char path[STUDY_PATH], why[STUDY_WHY] = "no such file";
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

/* 'all' is each of them. name: room for all. */
static int run(const struct options *o, const struct study_options *e, const struct shipped *all, const char **name)
{
	char path[STUDY_PATH];
	unsigned n = 0;

	for (unsigned i = 1; i < o->operands; i++)
		if (!strcmp(o->operand[i], "all"))
			for (unsigned k = 0; k < all->n; k++)
				name[n++] = all->entry[k]->d_name;
		else if (shipped_find(o->operand[i], path))
			name[n++] = o->operand[i];
		else
			return bad_input("'%.80s' is not an experiment; 'sluice experiment list' lists the experiments", o->operand[i]);
	return study_run_all(o, &line_experiment, e, name, n, shipped_find);
}

static int list_or_run(const struct options *o, const struct study_options *e, const struct shipped *all)
{
	int status = EXIT_OK;

	if (o->operands && !strcmp(o->operand[0], "run")) {
		const char **const name = malloc((o->operands * (size_t)all->n + 1) * sizeof *name);

		if (o->operands < 2)
			status = bad_input("run: NAME is missing; 'sluice experiment list' lists the experiments");
		else
			status = name ? run(o, e, all, name) : environment_failed("not enough memory");
		free(name);
		return status;
	}
	if (o->operands != 1 || strcmp(o->operand[0], "list") != 0)
		return bad_input("experiment: 'list' or 'run NAME...' is missing");
	for (unsigned i = 0; i < all->n && status == EXIT_OK; i++)
		status = list_one(all->entry[i]->d_name);
	return status;
}

int command_experiment(int argc, char **argv)
{
	struct study_options own;
	struct shipped all = { .n = 0 };
	char dir[STUDY_PATH] = "";
	struct options o;
	int status;

	if (!options_parse(&o, &line_experiment, &own, argc, argv, &status))
		return status;
	if (list_shipped(&all, dir))
		status = list_or_run(&o, &own, &all);
	else
		status = environment_failed("no experiments in '%.200s'; make puts them beside the program, make install where it looks, and SLUICE_EXPERIMENTS names another directory", dir);
	free_shipped(&all);
	return status;
}
