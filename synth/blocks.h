#pragma once

#include "memory_map.h"
#include "units.h"

/*
 * The modules that a synthesis report lists: the units of spec/units.def that the switch has, and the one module between units
 * that has logic; or the parts of a whole network; and the memories, as the RTL instantiates them.
 */
enum { BLOCKS = UNITS + 1 };

struct block {
	const char *name;
	enum site_per per;              /* of the first of its sites */
	bool congestion;                /* exists only in switches with set-aside queues */
};

struct blocks {
	unsigned n;
	struct block block[BLOCKS];
	unsigned shapes;                /* all different */
	struct memory_shape shape[MAP_SHAPES];
	const struct memory_map *map;   /* NULL: no memory is of macros */
};

/* map: NULL, no memory is of macros. */
void blocks_of(struct blocks *b, const struct shape *s, const struct memory_map *map);

/* Those of a network, the modules that its top module instantiates: switch, link, boot, end node (node: its name, NULL: there are none). */
void blocks_of_fabric(struct blocks *b, const char *node);

/* Memories of a network are in no table: their shapes, with a count of 0, from the file that script_find_memories() has Yosys write. False: it cannot be
 * read, or there are more than MAP_SHAPES. */
bool blocks_read_memories(struct blocks *b, const char *path);

/* Is it the name of a macro of the map? */
bool blocks_has_macro(const struct blocks *b, const char *name);

/* NULL: the switch has no block of that name. */
const struct block *blocks_find(const struct blocks *b, const char *name);

/* Of a module as Yosys names it: by its name, by "$paramod$<hash>\\<name>", or by "$paramod\\<name>\\<parameter>=<value>". NULL: it is no block. */
const struct block *blocks_of_module(const struct blocks *b, const char *prefix, const char *module);
