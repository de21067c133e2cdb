#pragma once

#include "figures.h"
#include "results.h"

/*
 * The Pareto front: the points that no other point of their group dominates. A point dominates another if it costs less and gains
 * no less, or gains more and costs no more. Equal points do not dominate each other.
 */
struct offer {
	double cost, gain;              /* gain NAN: none, and not on the front */
	unsigned group;
	bool front;
};

void pareto_front(struct offer *, unsigned n);

/* Fills in the figures front_... of the results of a sweep; groups are the values of the first axis. Only complete points count. False: out of memory. */
bool digest_fronts(struct results *);

/*
 * Reports of a sweep: a table in Markdown, and a self-contained HTML page. Both show the cells of the results letter by
 * letter.
 */
enum { DIGEST_NOTES = 32, DIGEST_NOTE = 512, DIGEST_SOURCE = 2048 };

struct digest {
	const struct results *results;  /* fronts filled in; the first axis tells networks apart, points of a series differ in the last */
	bool synthesis;
	char source[SOURCES][DIGEST_SOURCE];    /* exact tool, version and setup of each source */
	char network[512];              /* switches, networks and traffic, as a sentence */
	char command[1024];             /* the command that reproduces these results */
	unsigned notes;
	char note[DIGEST_NOTES][DIGEST_NOTE];   /* caveats */
};

/* Adds a note, once. */
__attribute__((format(printf, 2, 3))) void digest_note(struct digest *, const char *format, ...);

/* The cell of a figure, as it stands in the results. */
void digest_cell(const struct digest *, unsigned point, enum figure, char *text, size_t size);

/* Is the point on the front of a metric? */
bool digest_front(const struct digest *, unsigned point, enum metric);

void digest_markdown(const void *digest, FILE *);
void digest_page(const void *digest, FILE *);
