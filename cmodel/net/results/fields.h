#pragma once

#include "option.h"

#include <stdint.h>
#include <stdio.h>

/*
 * Results by name, in the order in which they were added, and the JSON of them. A name with dots is of an object in an object: "config.switch.radix".
 * Fields of one object stand together.
 */
enum { FIELD_NAME = 64 };

struct field {
	char name[FIELD_NAME];
	enum field_kind { FIELD_NUMBER, FIELD_WORD, FIELD_FLAG, FIELD_NULL } kind;
	char text[OPTION_TEXT];         /* as JSON has it, but of a word without quotes and escapes */
	double number;                  /* of a flag 0 or 1; of a word, and of nothing, NaN */
};

/* Begins as zero. Memory that is short makes all that follows nothing, and is asked for at the end. */
struct fields {
	struct field *field;
	unsigned n, room;
	bool failed;
	char of[FIELD_NAME / 2];        /* stands before the names that are added from now on: "job0_" */
};

void fields_whole(struct fields *, const char *name, uint64_t value);           /* to its last digit */
void fields_real(struct fields *, const char *name, double value);              /* six digits behind the point; NaN: null */
void fields_word(struct fields *, const char *name, const char *value);
void fields_flag(struct fields *, const char *name, bool value);
void fields_raw(struct fields *, const char *name, const char *number);         /* a number as text */

/* The options of a table that say what is computed and how. */
void fields_options(struct fields *, const void *of, const struct option_row *table);

/* NULL: there is none of this name. */
const struct field *fields_find(const struct fields *, const char *name);

/* One object, and the end of a line. False, as below: memory was short, and nothing is written. */
bool fields_write_json(const struct fields *, FILE *);

/* Rows of CSV, of n sets of fields: below names, each once, in the order in which they first come; empty where a set has none. */
bool fields_write_csv(const struct fields *, unsigned n, FILE *);

void fields_free(struct fields *);
