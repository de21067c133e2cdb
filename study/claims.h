#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

/*
 * Claims of a publication about the outcome of an experiment, as data, and whether our results confirm them.
 */
struct results;

/* A number computed from results. */
struct value {
	double number;                  /* NAN: the results do not have it */
	bool beyond;                    /* a lower bound: the run ended before the number was known */
};

struct term {
	enum term_kind { TERM_NONE, TERM_MOST, TERM_LEAST, TERM_MEAN, TERM_KNEE, TERM_RECOVERY, TERM_CONSTANT } of;
	const char *where;              /* the points meant, see lattice_where() */
	const char *y, *x;              /* columns, or axes with numbers */
	double from, to;                /* rows with x in [from, to) */
	double level;
};

struct value term_value(const struct results *, const struct term *);

#define ALWAYS .from = -INFINITY, .to = INFINITY
#define CONSTANT(number) { .of = TERM_CONSTANT, .level = number }

struct claim {
	const char *says;               /* "64 nodes, no SAQs" */
	const char *theirs;             /* "about 65 %" */
	struct term ours, against;      /* the number is ours, or, with both, ours / against */
	double low, high;               /* it holds from low to high */
	double expected;                /* a number to be compared with, for the table; 0: none */
	const char *unit;               /* "cycles": a whole number of these; NULL: a fraction */
};

/*
 * A claim as a line: what it is about | what the publication says | what is measured | the numbers with which it holds.
 *
 *     fifo, 2 SAQs: of what VOQnet reaches | less | most accepted_load saqs=2 / most accepted_load saqs=voqnet | ..0.99
 *
 * What is measured: a number, or `most`, `least` or `mean` of a column (in a study with time bins: `from` a cycle, `to` a cycle), `knee` of a column (the
 * last load up to which it stays at or below `limit`), `recovery` of a column (cycles after `from` until it stays at or above `level`); then the points that are
 * meant, `axis=value`; or two such, with / between them. Numbers: `0.6..0.7`, `0.6..`, `..0.7`, or `0.7 +- 0.02`, which takes the place of the second part; then
 * a unit, if it is no fraction.
 */
enum { CLAIM_WHY = 256 };

/* Reads a line, which is cut in place and has to outlive the claim. False: why. */
bool claim_read(struct claim *, char *line, char why[CLAIM_WHY]);

enum verdict { CLAIM_UNKNOWN, CLAIM_LOWER, CLAIM_HOLDS, CLAIM_HIGHER };

struct finding {
	struct value value;
	enum verdict verdict;
};

struct finding claim_judge(const struct claim *, const struct results *);

/* A table in Markdown that is readable as text. source: heading of their column. judged: the results are of the runs that the claims are about;
 * otherwise no verdict is shown. */
void claims_write(const struct claim *, const char *source, const struct results *, bool judged, FILE *);
