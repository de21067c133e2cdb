#include "measured.h"

#include <stdio.h>
#include <string.h>

enum { CELLS = 8 };

static char *trimmed(char *cell)
{
	char *end;

	cell += strspn(cell, " ");
	end = cell + strlen(cell);
	while (end > cell && end[-1] == ' ')
		*--end = '\0';
	return cell;
}

/* The cells of a line "| a | b |", in place. Returns how many; 0: it is no such line. */
static unsigned cut(char *line, char *cell[CELLS])
{
	unsigned n = 0;

	if (*line++ != '|')
		return 0;
	for (char *next = strsep(&line, "|"); line && n < CELLS; next = strsep(&line, "|"))
		cell[n++] = trimmed(next);
	return n;
}

static int column(char *const cell[CELLS], unsigned n, const char *name)
{
	for (unsigned i = 0; i < n; i++)
		if (!strcmp(cell[i], name))
			return (int)i;
	return -1;
}

unsigned measured_read(char *text, const char *experiment, struct measured row[MEASURED_ROWS])
{
	char heading[64], *cell[CELLS];
	int ours = -1, holds = -1;
	bool here = false;
	unsigned n = 0;

	snprintf(heading, sizeof heading, "### `%s`", experiment);
	for (char *line = strsep(&text, "\n"); line && n < MEASURED_ROWS; line = strsep(&text, "\n")) {
		if (*line == '#') {
			if (here)
				return n;
			here = !strcmp(line, heading);
		}
		const unsigned cells = here ? cut(line, cell) : 0;

		if (!cells)
			continue;
		if (ours < 0) {
			ours = column(cell, cells, "ours");
			holds = column(cell, cells, "holds?");
		} else if (holds > 0 && holds < (int)cells && cell[0][0] != '-') {
			row[n++] = (struct measured){ cell[0], cell[1], cell[ours], cell[holds] };
		}
	}
	return n;
}
