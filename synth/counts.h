#pragma once

#include "blocks.h"
#include "liberty.h"

/*
 * Cells of netlists, from Yosys' stat -json.
 */
struct cells {
	unsigned cells, flip_flops;     /* cells: all of the library's cells, flip-flops included */
	double area;                    /* in the library's unit */
};

struct block_cells {
	unsigned instances;
	struct cells all;               /* of all instances, which can have different parameters */
	unsigned memory[MAP_SHAPES]; /* likewise, by index of the shape */
};

struct counts {
	struct block_cells block[BLOCKS];       /* by index in struct blocks; all 0: a netlist without blocks */
	struct cells top;               /* the top module without the blocks in it */
};

enum { COUNTS_WHY = 512 };

/* The modules of such a report, to be deleted; what stat writes behind them is not always JSON. NULL: why is one line. */
struct cJSON *counts_modules(const char *path, char why[COUNTS_WHY]);

/* The module of this name, which in the report begins with a backslash unless it has parameters. NULL: there is none. */
const struct cJSON *counts_module(const struct cJSON *modules, const char *name);

/* name: prefix of the modules. False: why is one line (no such file, or a cell of which neither library nor blocks know). */
bool counts_read(struct counts *c, const char *path, const struct blocks *b, const struct liberty *l, const char *name, const char *top,
		 char why[COUNTS_WHY]);

/* The sum over all instances of all blocks, and the rest. */
struct cells counts_sum(const struct counts *c, const struct blocks *b);
