#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

/*
 * Claims of a publication about the outcome of an experiment, as data, and whether our results confirm them.
 */
struct results;
struct term;

/* A number computed from results. */
struct value {
	double number;                  /* NAN: the results do not have it */
	bool beyond;                    /* a lower bound: the run ended before the number was known */
};

struct term {
	struct value (*of)(const struct results *, const struct term *);        /* NULL: no term */
	const char *where;              /* the points meant, see lattice_where() */
	const char *y, *x;              /* columns, or axes with numbers */
	double from, to;                /* rows with x in [from, to) */
	double level;
};

struct value term_most(const struct results *, const struct term *);
struct value term_least(const struct results *, const struct term *);
struct value term_mean(const struct results *, const struct term *);
struct value term_knee(const struct results *, const struct term *);
struct value term_recovery(const struct results *, const struct term *);
struct value term_constant(const struct results *, const struct term *);

#define ALWAYS .from = -INFINITY, .to = INFINITY
#define CONSTANT(number) { .of = term_constant, .level = number }

struct claim {
	const char *says;               /* "64 nodes, no SAQs" */
	const char *theirs;             /* "about 65 %" */
	struct term ours, against;      /* the number is ours, or, with both, ours / against */
	double low, high;               /* it holds from low to high */
	double expected;                /* a number to be compared with, for the table; 0: none */
	const char *unit;               /* "cycles": a whole number of these; NULL: a fraction */
};

enum verdict { CLAIM_UNKNOWN, CLAIM_LOWER, CLAIM_HOLDS, CLAIM_HIGHER };

struct finding {
	struct value value;
	enum verdict verdict;
};

struct finding claim_judge(const struct claim *, const struct results *);

/* A table in Markdown that is readable as text. source: heading of their column. judged: the results are of the runs that the claims are about;
 * otherwise no verdict is shown. */
void claims_write(const struct claim *, const char *source, const struct results *, bool judged, FILE *);
