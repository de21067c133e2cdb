#ifndef EXPERIMENT_POINT_H
#define EXPERIMENT_POINT_H

#include "lattice.h"
#include "network/sim.h"
#include "sweep.h"

/* A point of an experiment. Keeps its own text: not to be copied. */
enum { POINT_TEXT = 2048 };

struct experiment_point {
	const char *trace;              /* file of the experiment's trace, NULL: it has none; set beforehand */
	char text[POINT_TEXT];          /* of options, cut into words */
	struct simulation run;
	unsigned rows;                  /* that it has in the results */
};

/* Returns false and says why; nothing is allocated. */
bool experiment_point(struct experiment_point *p, const struct experiment *e, const struct lattice *g, unsigned point, bool quick, uint64_t seed,
		      char why[PARAMS_WHY]);

/* Runs it and writes its rows. Unless that is made: why. */
enum sweep_run experiment_point_run(const struct experiment_point *p, const struct experiment *e, FILE *rows, char why[NETWORK_WHY]);

/* Of what the results are a function, lines "# ...": the axes; then, point by point, what it has beside these. *text is what f
 * has written: a line that is there is not written again. */
void experiment_axes(const struct experiment *e, const struct lattice *g, FILE *f);
void experiment_configuration(const struct experiment_point *p, const struct experiment *e, const struct lattice *g, unsigned point, FILE *f,
			      char *const *text);

#endif
