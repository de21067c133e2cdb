#ifndef EXPERIMENT_POINT_H
#define EXPERIMENT_POINT_H

#include "lattice.h"
#include "sim_result.h"

/* A point of an experiment as `sluice sim` would be told it. Keeps its own text: not to be copied. */
enum { POINT_TEXT = 2048, POINT_WORDS = 128 };

struct experiment_point {
	char text[POINT_TEXT];          /* the command line; words end with NUL */
	struct sim_line line;
	struct sim_setup setup;
	unsigned rows;                  /* that it has in the results */
};

/* seed: a number. Returns false and says why; nothing is allocated. */
bool experiment_point(struct experiment_point *p, const struct experiment *e, const struct lattice *g, unsigned point, bool quick, const char *seed,
		      char why[PARAMS_WHY]);

/* Runs it and writes its rows. */
bool experiment_point_run(const struct experiment_point *p, const struct experiment *e, FILE *rows, char why[NETWORK_WHY]);

/* What all points have in common, and the axes: lines "# ...". */
void experiment_configuration(const struct experiment_point *any, const struct experiment *e, const struct lattice *g, FILE *f);

#endif
