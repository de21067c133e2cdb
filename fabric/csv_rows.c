#include "csv_rows.h"

#include "csv.h"

#include <string.h>

static unsigned split(struct csv_rows *r, char *line, char *cell[CSV_COLUMNS])
{
	const unsigned cells = csv_cells(line, cell, CSV_COLUMNS);

	return cells ? cells : file_lines_refuse(r->lines, "quotes that do not match, or more than %d cells", CSV_COLUMNS);
}

bool csv_rows_name(const struct file_lines *lines, const char *column)
{
	const size_t size = strlen(column);

	for (const char *at = file_lines_first(lines); ; at++) {
		const char *const name = at + (*at == '"'), *const behind = name + size;

		if (!strncmp(name, column, size) && (*at != '"' || *behind == '"') && strchr(",\r\n", behind[*at == '"']))
			return true;
		at += strcspn(at, ",\n");
		if (*at != ',')
			return false;
	}
}

static char *next_line(struct csv_rows *r)
{
	char *line = file_lines_next(r->lines);

	while (line && (!*line || *line == '#'))
		line = file_lines_next(r->lines);
	return line;
}

bool csv_rows_begin(struct csv_rows *r, struct file_lines *lines, const struct csv_column *column, unsigned columns)
{
	char *line, *cell[CSV_COLUMNS];

	*r = (struct csv_rows){ .lines = lines, .column = column, .columns = columns };
	for (unsigned i = 0; i < CSV_COLUMNS; i++)
		r->place[i] = CSV_COLUMNS;
	line = next_line(r);
	if (!line || !(r->cells = split(r, line, cell)))
		return line ? false : file_lines_refuse(lines, "no line with the names of columns");
	for (unsigned i = 0; i < r->cells; i++) {
		unsigned c = 0;

		while (c < columns && strcmp(column[c].name, cell[i]) != 0)
			c++;
		if (c == columns || r->place[c] != CSV_COLUMNS)
			return file_lines_refuse(lines, "'%.*s' %s", WORD_SHOWN, cell[i], c == columns ? "is no column of this file" : "is there twice");
		r->place[c] = i;
	}
	for (unsigned i = 0; i < columns; i++)
		if (column[i].required && r->place[i] == CSV_COLUMNS)
			return file_lines_refuse(lines, "no column '%s'", column[i].name);
	return true;
}

bool csv_rows_next(struct csv_rows *r)
{
	char *const line = next_line(r), *cell[CSV_COLUMNS];
	const unsigned cells = line ? split(r, line, cell) : 0;

	if (!cells)
		return false;
	if (cells != r->cells)
		return file_lines_refuse(r->lines, "%u cells, where the first line has %u", cells, r->cells);
	for (unsigned i = 0; i < r->columns; i++)
		r->cell[i] = r->place[i] == CSV_COLUMNS ? "" : cell[r->place[i]];
	return true;
}

bool csv_rows_number(const struct csv_rows *r, unsigned column, uint64_t most, uint64_t *value)
{
	const char *const cell = r->cell[column], *const name = r->column[column].name, *at = cell;
	const bool hex = most == UINT64_MAX;

	*value = 0;
	if (!*at || ((hex ? line_hex(&at, value) : line_number(&at, most, value)) && !*at))
		return true;
	return hex ? file_lines_refuse(r->lines, "%s: '%.*s' is not a hexadecimal number of 64 bits", name, WORD_SHOWN, cell) :
		     file_lines_refuse(r->lines, "%s: '%.*s' is not a number from 0 to %u", name, WORD_SHOWN, cell, (unsigned)most);
}
