#pragma once

#include "study.h"
#include "study_lines.h"

/* What a study points into: the text of its file, and tables that are as long as the file has lines. */
struct study_text {
	char *file;
	unsigned lines;
	struct setting *settings, *quick;
	struct precision *precision;
	struct claim *claims;
	struct variant *variants[LATTICE_AXES];
	char *words[LATTICE_AXES], *quick_words[LATTICE_AXES], *seeds, *columns, *name;
};

/* An empty study of a text of so many lines, which it takes over. NULL: not enough memory. */
struct study *study_new(char *file, unsigned lines);

/* What a file need not say: columns and a plot; and what it must not say together. False: why. path: of the file. */
bool study_complete(struct study *, const char *path, char why[STUDY_WHY]);

/* Do claims and plot speak of points and columns that the runs have? runs: of the study, or of the one that it names. False: why. */
bool study_check(const struct study *, const struct study *runs, const char *path, char why[STUDY_WHY]);
