#include "option_list.h"

#include <stdio.h>
#include <string.h>

enum { ELEMENT = 48 };

/* Copies the next element of a list, and goes beyond its comma; NULL: it was the last. An element too long is cut, and no number. */
static const char *next_element(const char *text, char element[ELEMENT])
{
	const size_t n = strcspn(text, ",");

	snprintf(element, ELEMENT, "%.*s", n < ELEMENT ? (int)n : ELEMENT, text);
	return text[n] ? text + n + 1 : NULL;
}

/* Reads the elements as values of the row, which are of so many bytes. */
static bool read_list(struct option_row *row, const char *text, void *values, size_t size, unsigned room, unsigned *n, char why[OPTION_WHY])
{
	struct {
		union option_value value;
		bool given;
	} one;
	char element[ELEMENT];

	row->offset = (size_t)((char *)&one.value - (char *)&one);
	row->given = (size_t)((char *)&one.given - (char *)&one);
	for (*n = 0; text; ++*n) {
		text = next_element(text, element);
		if (*n == room) {
			snprintf(why, OPTION_WHY, "--%s: more than %u numbers", row->name, room);
			return false;
		}
		if (!option_set(row, &one, element, why))
			return false;
		memcpy((char *)values + *n * size, &one.value, size);
	}
	return true;
}

bool option_numbers(const char *name, const char *text, uint64_t least, uint64_t most, uint64_t *values, unsigned room, unsigned *n,
		    char why[OPTION_WHY])
{
	struct option_row row = { .name = name, .type = OPTION_NUMBER, .least.number = least, .most.number = most };

	return read_list(&row, text, values, sizeof *values, room, n, why);
}

bool option_reals(const char *name, const char *text, double least, double most, double *values, unsigned room, unsigned *n, char why[OPTION_WHY])
{
	struct option_row row = { .name = name, .type = OPTION_REAL, .least.real = least, .most.real = most };

	return read_list(&row, text, values, sizeof *values, room, n, why);
}
