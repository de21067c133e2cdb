#ifndef STUDY_TEXT_H
#define STUDY_TEXT_H

#include "study.h"

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

#endif
