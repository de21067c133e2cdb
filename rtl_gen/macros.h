#pragma once

#include "memory_map.h"

#include <stdbool.h>

/*
 * What templates below macros/ have in the place of `WORD: figures of the macros of a map by number, from 1, and their pins. Ports and pins of
 * macros are a user's, and so no template's.
 */
enum { MACRO_TEXTS = 10 };

struct macro_text {
	const char *name;               /* NULL: the end */
	char *text;
};

/* For the modules of a switch. False: out of memory. */
bool macros_texts(struct macro_text texts[MACRO_TEXTS], const struct memory_map *map, const struct shape *s);

/* Values for the templates of the model and the black box of one macro, in a switch of these parameters; the caller deletes them. NULL: out of memory. */
struct cJSON *macros_values(const struct map_macro *m, const struct params *p);

void macros_free(struct macro_text texts[MACRO_TEXTS]);

/* Is the macro part of a memory of the switch? */
bool macros_used(const struct memory_map *map, const struct shape *s, const struct map_macro *m);
