#ifndef STUDY_CHECK_H
#define STUDY_CHECK_H

#include "study.h"
#include "study_lines.h"

/* What a file need not say: columns and a plot; and what it must not say together. False: why. path: of the file. */
bool study_complete(struct study *, const char *path, char why[STUDY_WHY]);

/* Do claims and plot speak of points and columns that the runs have? runs: of the study, or of the one that it names. False: why. */
bool study_check(const struct study *, const struct study *runs, const char *path, char why[STUDY_WHY]);

#endif
