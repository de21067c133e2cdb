#include "csv.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

void csv_real(FILE *f, double value, int digits)
{
	if (!isfinite(value))
		fputc(',', f);
	else
		fprintf(f, ",%.*f", digits, value);
}

void csv_text(FILE *f, const char *text)
{
	if (*text != '#' && !text[strcspn(text, ",\"\r\n")]) {
		fputs(text, f);
		return;
	}
	fputc('"', f);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', f);
		fputc(*text, f);
	}
	fputc('"', f);
}

/* Take the quotes off a cell; returns what is behind it, NULL: they are wrong. */
static char *unquote(char *cell)
{
	char *from = cell + 1, *to = cell;

	while (*from && (from[0] != '"' || from[1] == '"')) {
		from += *from == '"';
		*to++ = *from++;
	}
	if (!*from)
		return NULL;
	*to = '\0';
	from++;
	return *from == ',' || !*from ? from : NULL;
}

unsigned csv_cells(char *line, char **cell, unsigned most)
{
	unsigned n = 0;
	bool more;

	do {
		char *behind = *line == '"' ? unquote(line) : line + strcspn(line, ",");

		if (!behind || n == most)
			return 0;
		cell[n++] = line;
		more = *behind;
		*behind = '\0';
		line = behind + 1;
	} while (more);
	return n;
}
