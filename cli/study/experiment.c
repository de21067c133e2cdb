#define _GNU_SOURCE     /* scandir, strdup */
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
enum { SHIPPED_MOST = 512, SHIPPED_PATH = 4096, SHIPPED_WHY = 512 };

#define ENDING ".sweep"

/* The directory that the program is in; "": unknown. */
static void program_dir(char dir[TOOL_PATH])
{
	tool_self(dir);
	if (strrchr(dir, '/'))
		*strrchr(dir, '/') = '\0';
}

/* False: there is none. */
static bool directory(char dir[SHIPPED_PATH])
{
	static const char *const places[] = { "experiments", "../share/sluice/experiments" };
	const char *const set = getenv("SLUICE_EXPERIMENTS");
	char program[TOOL_PATH];

	if (set && *set)
		return snprintf(dir, SHIPPED_PATH, "%s", set) < SHIPPED_PATH;
	program_dir(program);
	for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
		if (snprintf(dir, SHIPPED_PATH, "%s/%s", program, places[i]) < SHIPPED_PATH && !access(dir, R_OK | X_OK))
			return true;
	}
	return false;
}

static int ours(const struct dirent *entry)
{
	const size_t n = strlen(entry->d_name), end = sizeof ENDING - 1;

	return n > end && !strcmp(entry->d_name + n - end, ENDING);
}

/* Their names in the order of the alphabet. Returns how many; 0: why there are none. To be freed. */
static unsigned shipped_list(char *names[SHIPPED_MOST], char why[SHIPPED_WHY])
{
	char dir[SHIPPED_PATH] = "";
	struct dirent **entries;
	unsigned n = 0;
	int all = directory(dir) ? scandir(dir, &entries, ours, alphasort) : -1;

	for (int i = 0; i < all; i++) {
		entries[i]->d_name[strlen(entries[i]->d_name) - (sizeof ENDING - 1)] = '\0';
		if (n < SHIPPED_MOST && (names[n] = strdup(entries[i]->d_name)))
			n++;
		free(entries[i]);
	}
	if (all >= 0)
		free(entries);
	if (!n)
		snprintf(why, SHIPPED_WHY, "no experiments in '%.200s'; make puts them beside the program, make install where it looks, and SLUICE_EXPERIMENTS names another directory", dir);
	return n;
}

/* The file of one. False: there is none of that name. */
static bool shipped_find(const char *name, char path[SHIPPED_PATH])
{
	char dir[SHIPPED_PATH];

	return !strchr(name, '/') && directory(dir) && snprintf(path, SHIPPED_PATH, "%s/%s" ENDING, dir, name) < SHIPPED_PATH && !access(path, R_OK);
}

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

/* 'all' is each of them. */
static int run(const struct options *o, const struct study_options *e, const struct shipped *all)
{
	static const char *name[OPERANDS * SHIPPED_MOST];
	unsigned n = 0;

	for (unsigned i = 1; i < o->operands; i++)
		if (strcmp(o->operand[i], "all") != 0)
			name[n++] = o->operand[i];
		else
			for (unsigned k = 0; k < all->n; k++)
				name[n++] = all->name[k];
	return study_run_all(o, &line_experiment, e, name, n, shipped_find);
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
