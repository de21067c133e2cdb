#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/*
 * A file that appears complete or not at all: written beside its place under a temporary name, and renamed into it.
 * "-" is standard output; what is no plain file (a pipe, a device) is written as it is.
 */
struct output {
	const char *path;
	char *place, *temp;             /* where it goes, links followed; what it is until then. NULL: written as it is */
	FILE *f;
};

enum { OUTPUT_WHY = 256 };

/* Can it be written? For asking before long work; nothing is left behind. */
bool output_possible(const char *path, char why[OUTPUT_WHY]);

/* false: why says what is wrong, and there is nothing to end or drop. */
bool output_begin(struct output *o, const char *path, char why[OUTPUT_WHY]);

/* Put it in its place; false: why says what is wrong, and what was written is gone. */
bool output_end(struct output *o, char why[OUTPUT_WHY]);

/* Give it up. */
void output_drop(struct output *o);

#endif
