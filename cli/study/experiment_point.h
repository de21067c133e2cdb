#ifndef EXPERIMENT_POINT_H
#define EXPERIMENT_POINT_H

#include "lattice.h"
#include "network/sim_result.h"
#include "sweep.h"

/* A point of an experiment as `sluice sim` would be told it. Keeps its own text: not to be copied. */
enum { POINT_TEXT = 2048, POINT_WORDS = 128 };

struct experiment_point {
	const char *trace;              /* file of the experiment's trace, NULL: it has none; set beforehand */
	char text[POINT_TEXT];          /* the command line; words end with NUL */
	struct sim_line line;
	struct sim_setup setup;
	unsigned rows;                  /* that it has in the results */
};

/* seed: a number. Returns false and says why; nothing is allocated. */
bool experiment_point(struct experiment_point *p, const struct experiment *e, const struct lattice *g, unsigned point, bool quick, const char *seed,
		      char why[PARAMS_WHY]);

/* Runs it and writes its rows. Unless that is made: why. */
enum sweep_run experiment_point_run(const struct experiment_point *p, const struct experiment *e, FILE *rows, char why[NETWORK_WHY]);

/* Of what the results are a function, lines "# ...": the axes; then, point by point, what it has beside these. *text is what f
 * has written: a line that is there is not written again. */
void experiment_axes(const struct experiment *e, const struct lattice *g, FILE *f);
void experiment_configuration(const struct experiment_point *p, const struct experiment *e, const struct lattice *g, unsigned point, FILE *f,
			      char *const *text);

#endif
