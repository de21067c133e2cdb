#include "nearest.h"

#include <stdbool.h>
#include <string.h>

enum { LONGEST = 40 };          /* what follows does not count */

static unsigned length(const char *text)
{
	return (unsigned)strnlen(text, LONGEST);
}

static bool same(char a, char b)
{
	return a == b || ((a == '-' || a == '_') && (b == '-' || b == '_'));
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Characters to insert, delete or replace, and neighbours to exchange: Damerau's distance, by rows of the beginnings of `a`. */
static unsigned edits(const char *a, const char *b)
{
	const unsigned rows = length(a), columns = length(b);
	unsigned row[3][LONGEST + 1];           /* by number modulo 3 */

	for (unsigned j = 0; j <= columns; j++)
		row[0][j] = j;
	for (unsigned i = 1; i <= rows; i++) {
		unsigned *const now = row[i % 3];
		const unsigned *const before = row[(i + 2) % 3], *const second = row[(i + 1) % 3];

		now[0] = i;
		for (unsigned j = 1; j <= columns; j++) {
			now[j] = least(before[j - 1] + !same(a[i - 1], b[j - 1]), 1 + least(before[j], now[j - 1]));
			if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
				now[j] = least(now[j], 1 + second[j - 2]);
		}
	}
	return row[rows % 3][columns];
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
