#include "nearest.h"

#include <stdbool.h>
#include <string.h>

enum { LONGEST = 40 };          /* what follows does not count */

static unsigned length(const char *text)
{
	const char *end = memchr(text, '\0', LONGEST);

	return end ? (unsigned)(end - text) : LONGEST;
}

static bool same(char a, char b)
{
	return a == b || ((a == '-' || a == '_') && (b == '-' || b == '_'));
}

/* Characters to insert, delete or replace: Levenshtein's, a row at a time. */
static unsigned edits(const char *a, const char *b)
{
	const unsigned rows = length(a), columns = length(b);
	unsigned row[LONGEST + 1];

	for (unsigned j = 0; j <= columns; j++)
		row[j] = j;
	for (unsigned i = 1; i <= rows; i++) {
		unsigned diagonal = row[0];

		row[0] = i;
		for (unsigned j = 1; j <= columns; j++) {
			const unsigned replaced = diagonal + !same(a[i - 1], b[j - 1]);
			const unsigned gap = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);

			diagonal = row[j];
			row[j] = replaced < gap ? replaced : gap;
		}
	}
	return row[columns];
}

struct nearest nearest_to(const char *wanted)
{
	return (struct nearest){ .wanted = wanted, .distance = 2 + length(wanted) / 3 };
}

void nearest_offer(struct nearest *n, const char *name)
{
	const unsigned a = length(n->wanted), b = length(name);
	unsigned distance = a > b ? a - b : b - a;      /* at least that many */

	if (distance >= n->distance)
		return;
	distance = edits(n->wanted, name);
	if (distance < n->distance) {
		n->best = name;
		n->distance = distance;
	}
}
