#pragma once

#include "version.h"

#include <cjson/cJSON.h>

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>

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

static inline void number(struct doc *d, cJSON *to, const char *name, uint64_t value)
{
	checked(d, cJSON_AddNumberToObject(to, name, (double)value));
}

static inline void string(struct doc *d, cJSON *to, const char *name, const char *value)
{
	checked(d, cJSON_AddStringToObject(to, name, value));
}

static inline void flag(struct doc *d, cJSON *to, const char *name, bool value)
{
	checked(d, cJSON_AddBoolToObject(to, name, value));
}

static inline cJSON *list(struct doc *d, cJSON *to, const char *name)
{
	return checked(d, cJSON_AddArrayToObject(to, name));
}

/* One more of a list. */
static inline cJSON *element(struct doc *d, cJSON *to)
{
	cJSON *const item = checked(d, cJSON_CreateObject());

	cJSON_AddItemToArray(to, item);
	return item;
}

/* A document that says what generated it. */
static inline struct doc doc_begin(void)
{
	struct doc d = { .root = cJSON_CreateObject() };

	string(&d, checked(&d, d.root), "generator", "sluice " SLUICE_VERSION);
	return d;
}

/* The document, which is the caller's; NULL: memory ran out. */
static inline cJSON *doc_end(struct doc *d)
{
	if (!d->failed)
		return d->root;
	cJSON_Delete(d->root);
	return NULL;
}

/* Text in capitals, under a name that is in capitals as well. */
static inline void in_capitals(struct doc *d, cJSON *to, const char *name, const char *text)
{
	const char *const from[] = { name, text };
	char upper[2][64];

	for (unsigned i = 0; i < 2; i++) {
		size_t n = 0;

		for (; from[i][n] && n + 1 < sizeof *upper; n++)
			upper[i][n] = (char)toupper((unsigned char)from[i][n]);
		upper[i][n] = '\0';
	}
	string(d, to, upper[0], upper[1]);
}
