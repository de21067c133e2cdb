#include "text_table.h"

#include "utf8.h"

#include <stdarg.h>
#include <string.h>

enum { CELL = 192, COLUMNS = 128 };

void table_begin(struct table *t, unsigned columns)
{
	*t = (struct table){ .columns = columns < COLUMNS ? columns : COLUMNS };
}

void table_cell(struct table *t, const char *format, ...)
{
	char text[CELL];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	char *const kept = t->stock.lacking ? NULL : stock_text(&t->stock, text, strlen(text));

	if (kept)
		stock_push(&t->stock, &t->cell, &t->cells, &kept, sizeof kept);
}

static void write_row(const struct table *t, unsigned row, const unsigned *width, FILE *f)
{
	for (unsigned c = 0; c < t->columns; c++) {
		const char *const text = t->cell[row * t->columns + c];

		fprintf(f, "| %s%*s ", text, (int)(width[c] - utf8_count(text)), "");
	}
	fputs("|\n", f);
}

static void write_rule(const struct table *t, const unsigned *width, FILE *f)
{
	for (unsigned c = 0; c < t->columns; c++) {
		fputc('|', f);
		for (unsigned i = 0; i < width[c] + 2; i++)
			fputc('-', f);
	}
	fputs("|\n", f);
}

void table_write(const struct table *t, FILE *f)
{
	unsigned width[COLUMNS] = { 0 };

	for (unsigned i = 0; i < t->cells; i++) {
		const unsigned w = utf8_count(t->cell[i]), c = i % t->columns;

		width[c] = w > width[c] ? w : width[c];
	}
	for (unsigned row = 0; row < t->cells / t->columns; row++) {
		write_row(t, row, width, f);
		if (!row)
			write_rule(t, width, f);
	}
}

void table_free(struct table *t)
{
	stock_free(&t->stock);
	*t = (struct table){ .columns = 0 };
}
