#pragma once

#include "study.h"

/*
 * Reads a study from a file: docs/study/sweeps.md has its form. Every value is one that `sluice sim` takes. NULL: why, with file and line. path: also where
 * its name comes from.
 */
struct study *study_read(const char *path, char why[STUDY_WHY]);

/* Likewise from text, which it takes over and frees. path: what it is called. */
struct study *study_read_text(char *text, const char *path, char why[STUDY_WHY]);

/*
 * The study that a file shows: itself, or the one in the same directory that is named by runs_of, read into *other, which is NULL otherwise and has to be freed.
 * Checks that claims and plot speak of its points and columns. NULL: why.
 */
const struct study *study_runs(const struct study *, const char *path, struct study **other, char why[STUDY_WHY]);
