#pragma once

#include "params.h"

#include <cjson/cJSON.h>

#include <stdbool.h>

/* A document being built, value by value; failed: memory ran out somewhere. */
struct doc {
	cJSON *root;
	bool failed;
};

static inline cJSON *checked(struct doc *d, cJSON *item)
{
	d->failed |= !item;
	return item;
}

/*
 * Members of an object, as "name=%s width=%u": %s is a text, %u or %ju a number, %g one with a point, or null, and %d true or false; a name that
 * begins with %s begins with a text. An element is one more object of a list, of such members.
 */
__attribute__((format(printf, 3, 4))) void doc_add(struct doc *, cJSON *to, const char *format, ...);
__attribute__((format(printf, 3, 4))) cJSON *doc_element(struct doc *, cJSON *list, const char *format, ...);

cJSON *doc_object(struct doc *, cJSON *to, const char *name);
cJSON *doc_list(struct doc *, cJSON *to, const char *name);

/* The parameters that scheme and ports have, as an object of this name. */
void doc_parameters(struct doc *, cJSON *to, const char *name, const struct params *);

/* All parameters as a file of them has them, a comment of Verilog. */
void doc_comment(struct doc *, cJSON *to, const char *name, const struct params *);

/* Text in capitals, under a name that is in capitals as well. */
void doc_capitals(struct doc *, cJSON *to, const char *name, const char *text);

/* A document that says what generated it. */
struct doc doc_begin(void);

/* The document, which is the caller's, or its text. NULL: memory ran out. */
cJSON *doc_end(struct doc *);
char *doc_text(struct doc *);
