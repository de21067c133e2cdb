#pragma once

#include <stdbool.h>
#include <stdio.h>

/*
 * Runs many points in several processes: each point is one process, which writes its rows and ends. A crash of one point does not
 * affect the others. A signal to end (INT, TERM, HUP) stops the sweep; points that are done are kept.
 */
enum { SWEEP_JOBS = 256, SWEEP_WHY = 512 };

enum sweep_run {
	SWEEP_RUN_MADE,
	SWEEP_RUN_WRONG,                /* it was made, and found a fault */
	SWEEP_RUN_PREVENTED             /* by lack of memory or disk, or by an external program */
};

struct sweep {
	unsigned points, jobs;
	bool (*wanted)(void *context, unsigned point);          /* is the point to be run? Called once for each, from the last to the first */
	/* Called in a process of its own: writes lines. Unless SWEEP_RUN_MADE, why is the reason. */
	enum sweep_run (*run)(void *context, unsigned point, FILE *rows, char why[SWEEP_WHY]);
	/* Called in this process as soon as a point is done, with its lines. False: why; the sweep ends. */
	bool (*done)(void *context, unsigned point, char *lines, char why[SWEEP_WHY]);
	void *context;
};

enum sweep_end {
	SWEEP_DONE,
	SWEEP_WRONG,                    /* why is the reason that a run gave */
	SWEEP_PREVENTED,                /* likewise, or a run died */
	SWEEP_UNSAVED,                  /* why is from done() or the system */
	SWEEP_STOPPED,                  /* by a signal */
};

/* signal: the one that stopped it. All processes have ended on return. */
enum sweep_end sweep_run(const struct sweep *, int *signal, char why[SWEEP_WHY]);
