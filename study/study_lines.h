#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The lines of a file of a study: "key = value", or "key:" and lines that are indented. A # after a blank or at the beginning of a line ends it. */
struct study_line {
	char *key;                      /* the word before "="; NULL: there is none */
	char *text;                     /* the value; without a key, the whole line */
	bool indented;
	unsigned number;                /* from 1 */
};

struct study_lines {
	const char *path;               /* of the file, for messages */
	char *rest;                     /* what was not read yet; lines are cut in place */
	unsigned number;                /* of the last line */
};

/* The next line that says something; of a block: if it is indented. False: there is none. */
bool study_lines_next(struct study_lines *, struct study_line *);
bool study_lines_indented(struct study_lines *, struct study_line *);

/* Makes the key the name of an option: _ in place of -. */
void study_line_name(struct study_line *);
