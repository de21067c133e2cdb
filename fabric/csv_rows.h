#pragma once

#include "file_lines.h"

#include <stdbool.h>

/* A CSV whose first line names its columns, in any order. */
enum { CSV_COLUMNS = 16 };

struct csv_column {
	const char *name;
	bool required;
};

struct csv_rows {
	struct file_lines *lines;
	const struct csv_column *column;
	unsigned columns;
	unsigned place[CSV_COLUMNS];    /* by column: where it is in a row; CSV_COLUMNS: the file has it not */
	const char *cell[CSV_COLUMNS];  /* by column, of the row; "": the file has it not */
	unsigned cells;                 /* of each row */
};

/* Does the first line, of a text of which none is read yet, name that column? */
bool csv_rows_name(const struct file_lines *, const char *column);

/* Read the first line. False, here and below: the message of lines is set. */
bool csv_rows_begin(struct csv_rows *, struct file_lines *, const struct csv_column *, unsigned columns);

/* The next row that is not empty. False: there is none, or it is wrong (lines->refused). */
bool csv_rows_next(struct csv_rows *);

/* A number in a cell, 0 if it is empty; UINT64_MAX: a hexadecimal one. */
bool csv_rows_number(const struct csv_rows *, unsigned column, uint64_t most, uint64_t *value);
