#pragma once

#include "digest.h"
#include "inventory.h"
#include "lattice.h"
#include "logic.h"
#include "points.h"
#include "net/run/simulate.h"
#include "options.h"
#include "price.h"
#include "sweep.h"
#include "topology/fabric_topology.h"

/* A sweep of `sluice tradeoff`, from the command line. Keeps its own text: not to be copied. */
enum { TRADEOFF_AXES = LATTICE_AXES - 2, TRADEOFF_POINTS = 10000 };

struct tradeoff_options {
#define OPTION_FILE "study/tradeoff.def"
#include "option_members.h"
#undef OPTION_FILE
};

struct tradeoff_setup {
	const struct options *line;     /* as it was given: of what is swept with lists */
	struct tradeoff_options own;
	struct axis axis[TRADEOFF_AXES + 1];
	char values[TRADEOFF_AXES][LATTICE_TEXT];
	struct lattice lattice;
	struct options fixed;           /* what is not swept */
	bool given[PARAMETERS];         /* of these, and all that is swept */
	struct fabric_topology fabric;  /* in place of trees; to be closed */
	struct price_setup price;
	bool synthesis;
	struct logic_setup logic;       /* of synthesis */
	char cache[TOOL_PATH];
};

/* Reads the options of a line that was scanned, but what is swept. As options_finish(). */
bool tradeoff_options(struct tradeoff_setup *, const struct options *line, int *status);

/* Behind that. False: why. */
bool tradeoff_setup(struct tradeoff_setup *, char why[PARAMS_WHY]);

/* One point of a sweep. */

/* Its memories, priced. False: its parameters do not fit together, or make no network, or a memory has no price; why says so. */
bool tradeoff_possible(const struct tradeoff_setup *, unsigned point, struct inventory *, char why[PRICE_WHY]);

/* Finds out everything, and writes its row. Unless that is made: why. */
enum sweep_run tradeoff_point(const struct tradeoff_setup *, unsigned point, FILE *row, char why[SWEEP_WHY]);
