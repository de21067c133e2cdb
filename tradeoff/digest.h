#ifndef DIGEST_H
#define DIGEST_H

#include "figures.h"
#include "results.h"

/*
 * What a sweep came to, for readers: a table in Markdown, and a page that needs nothing but itself. Both show the cells
 * of the results letter by letter.
 */
enum { DIGEST_NOTES = 32, DIGEST_NOTE = 512, DIGEST_SOURCE = 2048 };

struct digest {
	const struct results *results;  /* fronts filled in; the first axis tells networks apart, points of a series differ in the last */
	bool synthesis;
	char source[SOURCES][DIGEST_SOURCE];    /* what exactly it was */
	char network[512];              /* what was looked at, a sentence */
	char command[1024];             /* that gives these results */
	unsigned notes;
	char note[DIGEST_NOTES][DIGEST_NOTE];   /* what to know before numbers are believed */
};

/* Adds a note, once. */
void digest_note(struct digest *, const char *text);

/* The cell of a figure, as it stands in the results. */
void digest_cell(const struct digest *, unsigned point, enum figure, char *text, size_t size);

void digest_markdown(const struct digest *, FILE *);
void digest_page(const struct digest *, FILE *);

#endif
