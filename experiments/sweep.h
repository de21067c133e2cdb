#ifndef SWEEP_H
#define SWEEP_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Work on many points by several processes: each point is one process, which writes its rows and ends. A point that crashes takes
 * nothing else with it. A signal to end (INT, TERM, HUP) stops the sweep between two points that are done.
 */
enum { SWEEP_JOBS = 256, SWEEP_WHY = 512 };

enum sweep_run {
	SWEEP_RUN_MADE,
	SWEEP_RUN_WRONG,                /* it was made, and what it found should not be */
	SWEEP_RUN_PREVENTED             /* memory, disk, a program of others */
};

struct sweep {
	unsigned points, jobs;
	bool (*wanted)(void *context, unsigned point);          /* those to work on; asked for each point once, from the last to the first */
	/* In a process of its own: writes lines. Unless it is made: why says what went wrong. */
	enum sweep_run (*run)(void *context, unsigned point, FILE *rows, char why[SWEEP_WHY]);
	/* Here, as soon as a point is done: its lines. False: why; the sweep ends. */
	bool (*done)(void *context, unsigned point, char *lines, char why[SWEEP_WHY]);
	void *context;
};

enum sweep_end {
	SWEEP_DONE,
	SWEEP_WRONG,                    /* a run said why */
	SWEEP_PREVENTED,                /* a run said why, or died */
	SWEEP_UNSAVED,                  /* done() or the system said why */
	SWEEP_STOPPED,                  /* by a signal */
};

/* signal: which one stopped it. No process is left over. */
enum sweep_end sweep_run(const struct sweep *, int *signal, char why[SWEEP_WHY]);

#endif
