#pragma once

#include "tree_run.h"

#include <stdio.h>

enum { TREE_RUNS = 2 };                 /* side by side */
enum { TREE_GROWN = 29 };               /* frame that is shown where nothing moves */

struct tree_switches {
	const char *name, *words;       /* above the picture */
	const char *options;            /* of `sluice sim` */
};

/* A picture of a run of each kind of switch. frame: the moment; or TREE_FRAMES, all of them, one after the other. */
void tree_draw(const struct tree_run[TREE_RUNS], const struct tree_switches[TREE_RUNS], unsigned frame, FILE *);
