#ifndef LATTICE_H
#define LATTICE_H

#include "experiment.h"

/*
 * The points of an experiment: all combinations of its axes' values, numbered from 0; the last axis varies fastest. The structure
 * points into itself: not to be copied.
 */
enum { LATTICE_VALUES = 64, LATTICE_TEXT = 512 };

/* The value of an axis at points to which it does not apply. */
#define LATTICE_NONE "-"

struct lattice {
	unsigned axes, points;
	struct lattice_axis {
		const char *name;
		unsigned n;
		const char *value[LATTICE_VALUES];
		char text[LATTICE_TEXT];
	} axis[EXPERIMENT_AXES];
};

void lattice_make(struct lattice *, const struct axis *axes, bool quick);

/* The value of an axis at a point. */
const char *lattice_value(const struct lattice *, unsigned point, unsigned axis);

/* Number of an axis; -1: there is none of that name. */
int lattice_axis(const struct lattice *, const char *name);

/* Does the point match? where: "saqs=0 injection=fifo"; an empty one matches all points. A name or value that the
 * lattice does not have matches none. */
bool lattice_where(const struct lattice *, unsigned point, const char *where);

bool lattice_none(const struct lattice *, unsigned point, unsigned axis);

/* "saqs=0 load=0.5"; without axes that do not apply. */
void lattice_text(const struct lattice *, unsigned point, char *text, size_t size);

/* Splits text into words, in place. Returns their number, at most `most`. */
unsigned lattice_words(char *text, const char **word, unsigned most);

#endif
