#pragma once

#include "net/results/fields.h"
#include "net/run/simulate.h"
#include "study.h"
#include "sweep.h"
#include "topology/fabric_topology.h"

/* A point of a study. Keeps its own text: not to be copied. */
enum { POINT_TEXT = 2048 };

struct study_point {
	const char *trace;              /* file of the trace of this point, NULL: the study draws none; set beforehand */
	char text[POINT_TEXT];          /* of options, cut into words */
	struct simulation run;
	struct fabric_topology fabric;  /* of that run; to be closed after the last point */
	unsigned rows;                  /* that it has in the results */
};

/* Sets the options of its run, and no more: the trace need not be there. False: why. */
bool study_point_set(struct study_point *, const struct study *, const struct lattice *, unsigned point, bool quick, char why[OPTION_WHY]);

/* Is it a point, where there are several schemes, one of which has not a parameter that is an axis (scheme_axes.h)? */
bool study_point_meant(struct study_point *, const struct study *, const struct lattice *, unsigned point, bool quick);

/* cycles: 0, those of the study. False: why. */
bool study_point(struct study_point *, const struct study *, const struct lattice *, unsigned point, bool quick, uint64_t cycles, char why[OPTION_WHY]);

/* Does its run have such a column? */
bool study_point_has(const struct study_point *, const struct study *, const char *column);

/* Runs that it takes: more than one to find saturation. */
unsigned study_point_runs(const struct study *);

/* Runs it and writes its rows. Unless that is made: why. */
enum sweep_run study_point_run(struct study_point *, const struct study *, FILE *rows, char why[NETWORK_WHY]);

/* A row of results: the fields that are columns, words of their names; empty where there is none. */
void study_point_row(const struct fields *, const char *columns, FILE *);

/* Of what the results are a function, lines "# ...": the study; then, point by point, what it has beside that. *text is what f has written: a line that
 * is there is not written again. */
void study_configuration(const struct study *, const struct lattice *, FILE *f);
void study_point_configuration(const struct study_point *, const struct study *, const struct lattice *, unsigned point, FILE *f, char *const *text);
