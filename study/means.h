#pragma once

#include "results.h"

/* The mean of measurements that do not depend on each other, and half of its 95 % interval of confidence, by Student's t; NAN with fewer than two. */
struct interval {
	double mean, half;
};

struct interval interval_of(const double *value, unsigned n);

/* The number below which Student's t of so many degrees of freedom is with probability 0.975. */
double interval_student(unsigned freedom);

/*
 * Means over seeds, the last axis of the runs: results of the lattice without it, whose columns are those of the runs and, behind each that is measured,
 * one with MEANS_HALF at the end of its name: half of the 95 % interval of confidence, empty with one seed. Points of which a run is missing are not complete.
 */
#define MEANS_HALF "_ci95"

/* axes, quick: of the runs; *to is made, and is what the means are over. NULL: not enough memory. */
struct results *means_new(const struct results *runs, const struct axis *axes, bool quick, struct lattice *to);

/* Half of the interval of a column, NAN: there is none. */
double means_half(const struct results *, unsigned point, unsigned row, const char *column);

/* A table of axes and columns; what has an interval is followed by it: 0.9009 ± 0.0003. Points that are not complete are left out. */
void means_write_table(const struct results *, FILE *);
