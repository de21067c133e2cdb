#ifndef STUDY_RUN_H
#define STUDY_RUN_H

#include "study_measure.h"

extern const struct option_row study_rows[];

/*
 * Runs what is not there yet of the study in a file, says and writes what came of it. Returns the exit status; all is said. plots: whether to say it if there
 * can be none; said: false. points: NULL, or what is to be done in place of that.
 */
int study_run(const char *path, const struct study_options *, const struct points *, bool *plots);

/* What the options ask for, beside a run of all; again: points_again(). */
struct points study_points(const struct study_options *, const char *again);

#endif
