#pragma once

#include "options.h"
#include "results.h"

/*
 * A sweep on many machines that share a directory. Each point is run by a command of its own, into DIR/NAME.points/N.csv, which appears complete or not at all;
 * another one collects them. So points may be run twice, in any order, and by commands that die.
 */
enum submit { SUBMIT_SLURM, SUBMIT_PARALLEL, SUBMITS };

extern const char *const submit_names[SUBMITS];

/* What --plan, --point, --collect and --submit ask for. */
struct points {
	bool plan, collect, submits;
	const char *point;              /* NULL: not given */
	enum submit submit;
	const char *again;              /* the command, for a shell, without these options: points_again() */
};

/* Do they ask for anything but a run of all? */
bool points_given(const struct points *);

/* Of these options one alone, and of one sweep. False: why. */
bool points_check(const struct points *, unsigned sweeps, char why[OPTION_WHY]);

/* The command once more, with what it works on and where, but none of these options and none of effort. Freed by the caller; NULL: not enough memory. */
char *points_again(const struct options *, const struct command_line *);

/* The files of a sweep whose results are in `path`, NAME.csv: NAME.points/N.csv; NAME.plan; NAME.slurm. */
enum { POINTS_PATH = 4096 };
void points_path(const char *path, const char *ending, char to[POINTS_PATH]);

/* Reads the files of points that are not complete; wanted: of these alone, NULL: of all. False: why. */
bool points_read(struct results *, const char *path, const bool *wanted, char why[RESULTS_WHY]);

/* Writes a point alone. False: why. */
bool points_write(const struct results *, const char *path, unsigned point, char why[RESULTS_WHY]);

/* "3,7..9", or with other dots, of those that are not complete, by groups of so many; of more than `size` takes, the end is "..". Returns how many points. */
unsigned points_missing(const struct results *, unsigned group, const char *dots, char *text, size_t size);

/* Reads --point into `wanted`, a flag for each of the points. False: why. */
bool points_list(const char *list, bool *wanted, unsigned points, char why[RESULTS_WHY]);

/* The plan: a row a point. False: why. */
bool points_write_plan(const struct results *, const char *path, char why[RESULTS_WHY]);

/* Hands over what is missing; all is said. Returns the exit status. */
int points_submit(const struct points *, const struct results *, const char *path);
