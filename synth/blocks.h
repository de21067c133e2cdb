#ifndef BLOCKS_H
#define BLOCKS_H

#include "units.h"

/*
 * The modules that a report of synthesis tells apart: the units of spec/units.def that the switch has, and the one module
 * between units that is logic and not wiring; and the memories, as the RTL instantiates them.
 */
enum { BLOCKS = UNITS + 1, MEMORY_SHAPES = 8 };

struct block {
	const char *name;
	enum site_per per;               /* of the first of its sites */
	bool congestion;                /* only there because the switch has set-aside queues */
};

struct memory_shape {
	unsigned words, width;          /* width in bits */
	bool masked;                    /* of a word only the bits in a mask are written */
	unsigned count;                 /* in the switch */
};

struct blocks {
	unsigned n;
	struct block block[BLOCKS];
	unsigned shapes;                /* no two of one shape */
	struct memory_shape shape[MEMORY_SHAPES];
};

void blocks_of(struct blocks *b, const struct shape *s);

/* NULL: the switch has no block of that name. */
const struct block *blocks_find(const struct blocks *b, const char *name);

#endif
