#pragma once

#include "points.h"
#include "sweep.h"

#include <stdint.h>

/*
 * A sweep whose results are in a file, which is complete after every point, and goes on from what is there. What there is
 * to say is said. Or one whose results are in no file: then it is not said that it was stopped.
 */
struct resumed {
	const char *what;               /* is swept, for messages; NULL: points are named alone */
	struct results *results;
	const char *path;               /* of the file; NULL: there is none */
	unsigned jobs;
	bool force;                     /* whatever is there is nothing */
	const struct points *points;    /* what is to be done in place of a run of all; NULL: nothing */
	bool (*stale)(void *context, unsigned point);           /* complete, but to be run again; NULL: none */
	const char *unit;               /* of work, for progress; NULL: cycles */
	uint64_t (*cycles)(void *context, unsigned point);      /* how much work a point is; NULL: 1 */
	enum sweep_run (*run)(void *context, unsigned point, FILE *rows, char why[SWEEP_WHY]);  /* as in sweep.h */
	bool (*take)(void *context, unsigned point, char *text, char why[SWEEP_WHY]);   /* what a run wrote into the results; NULL: it is rows alone. False: why */
	void *context;
};

/* --jobs, if it was given; else one for each processor. */
unsigned resumed_jobs(bool given, uint64_t jobs);

/*
 * A command that sweeps: run(), which is called in the directory of its results. That is made if need be, and others do not write there meanwhile; commands of
 * --plan and --point keep out only those that are none, and wait some seconds for one. points: all but `again`, which is filled in. Returns the exit status; all is said.
 */
int resumed_command(const char *dir, struct points *, const struct options *, const struct command_line *, unsigned sweeps, int (*run)(void *context), void *context);

/* Takes what is there of an earlier run. A file that is not of a sweep is refused, whatever `force` says. False: why. */
bool resumed_read(const struct resumed *, char why[RESULTS_WHY]);

/* Runs what is missing. Returns the exit status. */
int resumed_run(const struct resumed *);

/* Both, or what `points` asks for. *whole: are all results there? Returns the exit status; all is said. */
int resumed_go(const struct resumed *, bool *whole);
