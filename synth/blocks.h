#ifndef BLOCKS_H
#define BLOCKS_H

#include "memory_map.h"
#include "units.h"

/*
 * The modules that a synthesis report lists: the units of spec/units.def that the switch has, and the one module between units
 * that has logic; and the memories, as the RTL instantiates them.
 */
enum { BLOCKS = UNITS + 1, MEMORY_SHAPES = 8 };

struct block {
	const char *name;
	enum site_per per;              /* of the first of its sites */
	bool congestion;                /* exists only in switches with set-aside queues */
};

struct memory_shape {
	unsigned words, width;          /* width in bits */
	bool masked;                    /* writes have a bit mask */
	unsigned count;                 /* in the switch */
	struct map_choice choice;       /* what it is made of; no macro: it is inferred */
};

struct blocks {
	unsigned n;
	struct block block[BLOCKS];
	unsigned shapes;                /* all different */
	struct memory_shape shape[MEMORY_SHAPES];
	const struct memory_map *map;   /* NULL: no memory is of macros */
};

void blocks_of(struct blocks *b, const struct shape *s);

/* Memories of the macros of a map, NULL: of none. */
void blocks_map(struct blocks *b, const struct memory_map *map);

/* Is it the name of a macro of the map? */
bool blocks_has_macro(const struct blocks *b, const char *name);

/* NULL: the switch has no block of that name. */
const struct block *blocks_find(const struct blocks *b, const char *name);

#endif
