#pragma once

#include <stdio.h>

/* The next cell of a row: a comma, and the number with so many digits behind the point. NaN: the cell is empty. */
void csv_real(FILE *, double value, int digits);

/* A text as a cell, in quotes if it needs them, or could begin a comment. */
void csv_text(FILE *, const char *text);

/*
 * Cuts a line into its cells where it stands, and takes their quotes off. Returns their number; 0: quotes are wrong, or there are more than
 * `most`.
 */
unsigned csv_cells(char *line, char **cell, unsigned most);
