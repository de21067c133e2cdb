#pragma once

#include "points.h"
#include "study_point.h"
#include "study.h"

/* The runs of a study, in the directory of its results. */
enum { STUDY_PATH = 4096 };

/* The options of `sluice sweep` and `sluice experiment`. */
struct study_options {
#define OPTION_FILE "study/study.def"
#include "option_members.h"
#undef OPTION_FILE
};

extern const struct option_row study_rows[];

/* A study under way. */
struct measuring {
	const struct study *data;
	const struct study_options *o;
	bool silent;                    /* say nothing of intervals that stay wide */
	const struct points *points;    /* as in resumed.h; NULL: a run of all */
	bool whole;                     /* all results are there, and there are means */
	struct lattice lattice, means_lattice;
	struct study_point point;       /* whichever was looked at last */
	struct results *results, *means;        /* means: the results themselves, without seeds */
	unsigned seeds;                 /* of a point */
	uint64_t *cycles;               /* with precision, of each point without its seeds: of its runs; 0: as the study says */
	char path[STUDY_PATH];          /* of the results */
	char trace[STUDY_PATH];         /* of the trace of `point`, if the study draws one */
};

/* A file in the directory of results. */
void study_path(char path[STUDY_PATH], const struct study *, const struct study_options *, const char *ending);

/* Runs what is not there yet. data, o, silent and points are set, all else is zero. Returns the exit status; unless that is EXIT_OK, all is said. */
int study_measure(struct measuring *);

void study_measured_free(struct measuring *);

/* Runs what is not there yet of the studies in n files, or does what the options ask for in place of that; says and writes what came of it. Returns the exit
 * status; all is said. */
int study_run_all(const struct options *, const struct command_line *, const struct study_options *, const char *const *path, unsigned n);
