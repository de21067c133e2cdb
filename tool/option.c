#include "option.h"

#include "text.h"
#include "why_not.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t size_of(const struct option_row *row)
{
	static const size_t size[] = {
		[OPTION_NUMBER] = sizeof(uint64_t), [OPTION_REAL] = sizeof(double), [OPTION_CHOICE] = sizeof(unsigned), [OPTION_FLAG] = sizeof(bool),
		[OPTION_WORDS] = sizeof(const char *),
	};

	return size[row->type];
}

static union option_value value_of(const struct option_row *row, const void *of)
{
	union option_value v = { .number = 0 };

	memcpy(&v, (const char *)of + row->offset, size_of(row));
	return v;
}

static bool was_given(const struct option_row *row, const void *of)
{
	return *(const bool *)(const void *)((const char *)of + row->given);
}

static void put(const struct option_row *row, void *to, union option_value v, bool given)
{
	memcpy((char *)to + row->offset, &v, size_of(row));
	*(bool *)(void *)((char *)to + row->given) = given;
}

void option_defaults(const struct option_row *table, void *to)
{
	for (const struct option_row *row = table; row->name; row++)
		put(row, to, row->value, false);
}

const struct option_row *option_find(const struct option_row *table, const char *name)
{
	for (const struct option_row *row = table; row->name; row++)
		if (!strcmp(row->name, name) || !strcmp(row->key, name))
			return row;
	return NULL;
}

const struct option_row *option_given(const struct option_row *table, const void *of, const char *names)
{
	char name[64];

	for (; *names; names += strcspn(names, " "), names += strspn(names, " ")) {
		snprintf(name, sizeof name, "%.*s", (int)strcspn(names, " "), names);
		const struct option_row *const row = option_find(table, name);

		if (row && was_given(row, of))
			return row;
	}
	return NULL;
}

static bool refuse(const struct option_row *row, const char *text, char why[OPTION_WHY])
{
	switch (text ? row->type : OPTION_WORDS) {
	case OPTION_NUMBER: snprintf(why, OPTION_WHY, "--%s: '%.40s' is not a whole number in %ju..%ju", row->name, text, (uintmax_t)row->least.number,
				     (uintmax_t)row->most.number); break;
	case OPTION_REAL: snprintf(why, OPTION_WHY, "--%s: '%.40s' is not a number in %g..%g", row->name, text, row->least.real, row->most.real); break;
	case OPTION_CHOICE: snprintf(why, OPTION_WHY, "--%s: '%.40s' is not one of:", row->name, text); break;
	default: snprintf(why, OPTION_WHY, "--%s %s", row->name, row->type == OPTION_FLAG ? "takes no value" : "needs a value"); break;
	}
	for (unsigned i = 0; text && i < row->count; i++)
		if (row->names[i]) {
			strncat(why, " ", OPTION_WHY - strlen(why) - 1);
			strncat(why, row->names[i], OPTION_WHY - strlen(why) - 1);
		}
	return false;
}

static bool in_range(const struct option_row *row, union option_value v)
{
	switch (row->type) {
	case OPTION_NUMBER: return v.number >= row->least.number && v.number <= row->most.number;
	case OPTION_REAL: return v.real >= row->least.real && v.real <= row->most.real;
	case OPTION_CHOICE: return v.choice < row->count && row->names[v.choice];
	default: return true;
	}
}

/* "hot-spot" is "hotspot". */
static bool same_choice(const char *a, const char *b)
{
	for (;; a++, b++) {
		a += strspn(a, "-_");
		b += strspn(b, "-_");
		if (*a != *b || !*a)
			return *a == *b;
	}
}

/* Digits, with a power of ten if there is one: "1e6". */
static bool read_number(const char *text, uint64_t *number)
{
	char *end;
	unsigned tens = 0;

	errno = 0;
	*number = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || errno)
		return false;
	if (*end == 'e' && end[1] >= '0' && end[1] <= '9') {
		tens = (unsigned)strtoul(end + 1, &end, 10);
		if (tens > 19)
			return false;
	}
	for (; tens && !errno; tens--)
		if (__builtin_mul_overflow(*number, UINT64_C(10), number))
			return false;
	return !*end;
}

static bool read_choice(const struct option_row *row, const char *text, unsigned *choice)
{
	for (*choice = 0; *choice < row->count; ++*choice)
		if (row->names[*choice] && same_choice(row->names[*choice], text))
			return true;
	return false;
}

static bool read_value(const struct option_row *row, const char *text, union option_value *v)
{
	if (!text != (row->type == OPTION_FLAG))
		return false;
	switch (row->type) {
	case OPTION_NUMBER: return read_number(text, &v->number);
	case OPTION_REAL: return text_real(text, &v->real);
	case OPTION_CHOICE: return read_choice(row, text, &v->choice);
	case OPTION_FLAG: v->flag = true; break;
	case OPTION_WORDS: v->text = text; break;
	}
	return true;
}

bool option_takes(const struct option_row *row, const char *text, char why[OPTION_WHY])
{
	union option_value v;

	return (read_value(row, text, &v) && in_range(row, v)) || refuse(row, text, why);
}

bool option_set(const struct option_row *row, void *to, const char *text, char why[OPTION_WHY])
{
	union option_value v;

	if (!read_value(row, text, &v) || !in_range(row, v))
		return refuse(row, text, why);
	put(row, to, v, true);
	return true;
}

bool option_check(const struct option_row *table, const void *of, char why[OPTION_WHY])
{
	char text[OPTION_TEXT];

	for (const struct option_row *row = table; row->name; row++)
		if (!in_range(row, value_of(row, of)) && (was_given(row, of) || !row->otherwise)) {
			option_text(row, of, text, sizeof text);
			return refuse(row, text, why);
		}
	return true;
}

bool option_within(const char *name, uint64_t value, uint64_t least, uint64_t most, char why[OPTION_WHY])
{
	char text[24];

	snprintf(text, sizeof text, "%" PRIu64, value);
	return (value >= least && value <= most) ||
	       refuse(&(const struct option_row){ .name = name, .type = OPTION_NUMBER, .least.number = least, .most.number = most }, text, why);
}

bool option_words(char *text, bool (*set)(void *to, const char *name, const char *value, char why[OPTION_WHY]), void *to,
		  char why[OPTION_WHY])
{
	char *rest, *value, *word = strtok_r(text, " ", &rest);

	for (; word; word = value) {
		bool valued;

		if (strncmp(word, "--", 2) != 0)
			return why_not(why, OPTION_WHY, "'%.80s' is not an option", word);
		value = strtok_r(NULL, " ", &rest);
		valued = value && strncmp(value, "--", 2) != 0;
		if (!set(to, word + 2, valued ? value : NULL, why))
			return false;
		if (valued)
			value = strtok_r(NULL, " ", &rest);
	}
	return true;
}

static void value_text(const struct option_row *row, union option_value v, char *text, size_t size)
{
	switch (row->type) {
	case OPTION_NUMBER: snprintf(text, size, "%" PRIu64, v.number); break;
	case OPTION_REAL: snprintf(text, size, "%.15g", v.real); break;
	case OPTION_CHOICE:
		if (in_range(row, v))
			snprintf(text, size, "%s", row->names[v.choice]);
		else
			snprintf(text, size, "%u", v.choice);
		break;
	case OPTION_FLAG: snprintf(text, size, "%s", v.flag ? "yes" : "no"); break;
	case OPTION_WORDS: snprintf(text, size, "%s", v.text ? v.text : ""); break;
	}
}

void option_text(const struct option_row *row, const void *of, char *text, size_t size)
{
	value_text(row, value_of(row, of), text, size);
}

void option_default_text(const struct option_row *row, char *text, size_t size)
{
	if (row->otherwise)
		snprintf(text, size, "%s", row->otherwise);
	else
		value_text(row, row->value, text, size);
}

void option_range_text(const struct option_row *row, char *text, size_t size)
{
	size_t n = 0;

	*text = '\0';
	for (unsigned i = 0; i < row->count && n < size; i++)
		if (row->names[i])
			n += (size_t)snprintf(text + n, size - n, "%s%s", n ? ", " : "", row->names[i]);
	if (row->type == OPTION_NUMBER)
		snprintf(text, size, "%" PRIu64 "..%" PRIu64, row->least.number, row->most.number);
	if (row->type == OPTION_REAL)
		snprintf(text, size, "%g..%g", row->least.real, row->most.real);
}

void option_help(const struct option_row *row, char text[OPTION_TEXT])
{
	char value[OPTION_TEXT / 4], range[OPTION_TEXT / 3];

	option_default_text(row, value, sizeof value);
	option_range_text(row, range, sizeof range);
	if (row->type == OPTION_FLAG || !*value)
		snprintf(text, OPTION_TEXT, "%s", row->help);
	else
		snprintf(text, OPTION_TEXT, "%.200s [%s%s%s]", row->help, value, *range ? "; " : "", range);
}

/* ----- lists ----- */

enum { ELEMENT = 48 };

/* Reads the elements as values of the row. One that is too long is cut, and no number. */
static bool read_list(const struct option_row *row, const char *text, void *values, unsigned room, unsigned *n, char why[OPTION_WHY])
{
	char element[ELEMENT], *to = values;

	for (*n = 0; text; ++*n) {
		const size_t length = strcspn(text, ",");
		union option_value v;

		snprintf(element, ELEMENT, "%.*s", length < ELEMENT ? (int)length : ELEMENT, text);
		text = text[length] ? text + length + 1 : NULL;
		if (*n == room)
			return why_not(why, OPTION_WHY, "--%s: more than %u numbers", row->name, room);
		if (!read_value(row, element, &v) || !in_range(row, v))
			return refuse(row, element, why);
		memcpy(to, &v, size_of(row));
		to += size_of(row);
	}
	return true;
}

bool option_numbers(const char *name, const char *text, uint64_t least, uint64_t most, uint64_t *values, unsigned room, unsigned *n,
		    char why[OPTION_WHY])
{
	const struct option_row row = { .name = name, .type = OPTION_NUMBER, .least.number = least, .most.number = most };

	return read_list(&row, text, values, room, n, why);
}

bool option_reals(const char *name, const char *text, double least, double most, double *values, unsigned room, unsigned *n, char why[OPTION_WHY])
{
	const struct option_row row = { .name = name, .type = OPTION_REAL, .least.real = least, .most.real = most };

	return read_list(&row, text, values, room, n, why);
}
