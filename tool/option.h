#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Options, in one form for the library and all commands: a .def file with a row for each.
 *
 * NUMBER(id, name, use, default, min, max, argument, help)             uint64_t
 * REAL(id, name, use, default, min, max, argument, help)               double
 * CHOICE(id, name, use, default, table, count, argument, help)         unsigned, an index of the table, where NULL is no choice
 * FLAG(id, name, use, help)                                            bool
 * TEXT(id, name, use, default, argument, help)                         const char *
 * NUMBER_OR, REAL_OR, CHOICE_OR: no constant is the default; in its place are words, for --help
 *
 * use: RESULT, what is computed depends on it; EFFORT, only the time that it takes; OUTPUT, where it goes.
 *
 * option_table.h makes a struct and a table from the file, option_members.h the struct alone, option_rows.h the table alone. The functions
 * below read, check and print a struct by its table.
 */
enum { OPTION_WHY = 256, OPTION_TEXT = 512 };

enum option_use { OPTION_RESULT, OPTION_OUTPUT, OPTION_EFFORT };

union option_value {
	uint64_t number;
	double real;
	unsigned choice;
	bool flag;
	const char *text;
};

/* A table of them ends with name NULL. */
struct option_row {
	const char *name;               /* as typed: with dashes */
	const char *key;                /* with underscores */
	enum option_use use;
	enum option_type { OPTION_NUMBER, OPTION_REAL, OPTION_CHOICE, OPTION_FLAG, OPTION_WORDS } type;
	const char *argument, *help;
	const char *otherwise;          /* words in place of a default */
	union option_value value;       /* default */
	union option_value least, most; /* of NUMBER and REAL */
	const char *const *names;       /* CHOICE */
	unsigned count;
	size_t offset, given;           /* in the struct: the value; whether it was set */
};

void option_defaults(const struct option_row *table, void *to);

/* By its name or its key. NULL: there is none. */
const struct option_row *option_find(const struct option_row *table, const char *name);

/* The first of these options, words of their names, that was given. NULL: none was. */
const struct option_row *option_given(const struct option_row *table, const void *of, const char *names);

/* Reads an option from text, and marks it as given. The text of a flag is NULL; a TEXT keeps the pointer. False: why. */
bool option_set(const struct option_row *, void *to, const char *text, char why[OPTION_WHY]);

/* Would option_set() take the text? */
bool option_takes(const struct option_row *, const char *text, char why[OPTION_WHY]);

/* Checks all ranges, for a struct that a program has filled. False: why. */
bool option_check(const struct option_row *table, const void *of, char why[OPTION_WHY]);

/* Checks a range that is narrower than that of the row, because of other options. False: why. */
bool option_within(const char *name, uint64_t value, uint64_t least, uint64_t most, char why[OPTION_WHY]);

/* Calls set() for each option of "--name value --flag"; the value of a flag is NULL. The text is cut in place. False: why. */
bool option_words(char *text, bool (*set)(void *to, const char *name, const char *value, char why[OPTION_WHY]), void *to,
		  char why[OPTION_WHY]);

/* The value as text that option_set() reads; "": none. */
void option_text(const struct option_row *, const void *of, char *text, size_t size);

/* The default; the range, "0..1" or "ktree, bmin"; the help, with both in brackets. */
void option_default_text(const struct option_row *, char *text, size_t size);
void option_range_text(const struct option_row *, char *text, size_t size);
void option_help(const struct option_row *, char text[OPTION_TEXT]);

/* Lists as values of options: "4,4,8". Reads up to `room` numbers into *values, and their number into *n. False: why, with the option's name. */
bool option_numbers(const char *name, const char *text, uint64_t least, uint64_t most, uint64_t *values, unsigned room, unsigned *n,
		    char why[OPTION_WHY]);
bool option_reals(const char *name, const char *text, double least, double most, double *values, unsigned room, unsigned *n, char why[OPTION_WHY]);
