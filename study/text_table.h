#pragma once

#include "stock.h"

#include <stdio.h>

/* A table in Markdown that is readable as text, filled cell by cell. The first row is the head. */
struct table {
	unsigned columns, cells;
	char **cell;
	struct stock stock;             /* if memory was short, the table is written as far as it goes */
};

void table_begin(struct table *, unsigned columns);
__attribute__((format(printf, 2, 3))) void table_cell(struct table *, const char *format, ...);
void table_write(const struct table *, FILE *);
void table_free(struct table *);
