#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Axes; values of one, and their text; points in all; text of a point, or of what selects points. */
enum { LATTICE_AXES = 8, LATTICE_VALUES = 1024, LATTICE_LIST = 16384, LATTICE_POINTS = 1000000, LATTICE_TEXT = 512 };

/* A named set of options as a value: "obqa-4" for "--scheme obqa --queues 4". */
struct variant {
	const char *name, *options;     /* of sluice sim */
};

struct axis {
	const char *option;             /* of sluice sim; with variants, any name */
	const char *values;             /* words */
	const char *quick;              /* of them, with --quick; NULL: all */
	bool none;                      /* there are points to which it does not apply: behind the values is LATTICE_NONE */
	const struct variant *variants; /* every value is one of them; end with name NULL. NULL: values are those of the option */
};

/* The options of a value of an axis; NULL: the value is that of the option itself. */
const char *axis_options(const struct axis *, const char *value);

/*
 * The points of a study: all combinations of its axes' values, numbered from 0; the last axis varies fastest. The structure
 * points into itself: not to be copied.
 */

/* The value of an axis at points to which it does not apply. */
#define LATTICE_NONE "-"

struct lattice {
	unsigned axes, points;
	struct lattice_axis {
		const char *name;
		unsigned n;
		const char *value[LATTICE_VALUES + 1];
		char text[LATTICE_LIST + sizeof LATTICE_NONE];  /* a blank, and that */
	} axis[LATTICE_AXES];
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

/* The value in a cell of a table: "" where the axis does not apply. */
const char *lattice_cell(const struct lattice *, unsigned point, unsigned axis);

/* "saqs=0 load=0.5"; without axes that do not apply. */
void lattice_text(const struct lattice *, unsigned point, char *text, size_t size);

/* Words with a blank between them: how many? */
unsigned lattice_count(const char *words);

/* Splits text into words, in place. Returns their number, at most `most`. */
unsigned lattice_words(char *text, const char **word, unsigned most);
