#ifndef DOC_H
#define DOC_H

#include <cjson/cJSON.h>

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

#endif
