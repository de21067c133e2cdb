#pragma once

#include "lattice.h"
#include "stock.h"

#include <stdio.h>

/*
 * Results of the points of a lattice, and their CSV file: comment lines with all inputs of the results, a line of column
 * names (axes first), and the rows of all complete points in the order of the lattice. The cell of an axis that does not apply is empty. A point is
 * in the file with all its rows or not at all.
 */
/* The line of the configuration that identifies the program (tool/program.h). */
#define RESULTS_SOURCES "# sources = "

enum { RESULTS_COLUMNS = 128, RESULTS_TEXT = 4096, RESULTS_WHY = 512, RESULTS_LINE = 8192 };

struct results {
	const struct lattice *lattice;
	char *configuration;            /* lines "# ..." */
	unsigned columns;
	const char *column[RESULTS_COLUMNS];
	char text[RESULTS_TEXT];
	struct results_point {
		unsigned rows, got;     /* rows of the complete point; rows so far */
		char **row;             /* as in the file, without the axes */
		double *value;          /* row by row, column by column; NAN: no number */
	} *point;
	struct stock stock;             /* all but rows of points, which come and go */
};

/* columns: words; rows: number for each point, 0: there is nothing to run for it. Copies configuration. NULL: out of memory. */
struct results *results_new(const struct lattice *, const char *configuration, const char *columns, const unsigned *rows);
void results_free(struct results *);

/* Adds the next row of a point, its cells separated by commas; an empty one is unknown. False: a wrong number of cells, a row too many, a row
 * longer than half a RESULTS_LINE, or out of memory. */
bool results_add(struct results *, unsigned point, const char *row);

/* Has the point all of its rows, or not yet? Neither, if it has none to get. */
bool results_complete(const struct results *, unsigned point);
bool results_missing(const struct results *, unsigned point);
unsigned results_count(const struct results *);         /* complete points */

/* Forgets the rows of a point. */
void results_forget(struct results *, unsigned point);

/* Number of a column; the number of columns: there is none of this name. */
unsigned results_column(const struct results *, const char *name);

/* A cell as text. *size: its characters. */
const char *results_cell(const struct results *, unsigned point, unsigned row, unsigned column, size_t *size);

/* Another text for a cell. False: out of memory. */
bool results_put(struct results *, unsigned point, unsigned row, unsigned column, const char *text);

/* A cell, or the value of an axis, or the sum of several, whose names are joined by +; NAN: no number, or no such column. */
double results_number(const struct results *, unsigned point, unsigned row, const char *names);

/* Does the column have a word, in any row? */
bool results_word(const struct results *, unsigned column);

void results_write(const struct results *, FILE *);

/* The same file with one point alone. */
void results_write_point(const struct results *, unsigned point, FILE *);

/*
 * Reads the complete points of a file by results_write(), which may be truncated: a last line without its end and a point with
 * rows missing are dropped, and counted. It may have been written with fewer points, and lack lines of the configuration that come of the others. False: the
 * file has another configuration, or another format; why has path and line.
 */
bool results_read(struct results *, FILE *, const char *path, unsigned *dropped, char why[RESULTS_WHY]);
