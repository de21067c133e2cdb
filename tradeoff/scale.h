#pragma once

#include <stdbool.h>
#include <stddef.h>

/* An axis of a plot: from low to high, with a tick at each multiple of step, which is 1, 2 or 5 times a power of ten. */
struct scale {
	double low, high, step;
	int digits;                     /* of a tick's label, behind the point */
};

/* A scale that covers all values from low to high, with at least two steps and at most `most`. */
struct scale scale_of(double low, double high, unsigned most);

unsigned scale_ticks(const struct scale *);
double scale_tick(const struct scale *, unsigned i);
void scale_label(const struct scale *, unsigned i, char *text, size_t size);

/* Position of a value: 0 at low, 1 at high; a value within the scale is so up to a rounding error. */
#define SCALE_SLACK 1e-9
double scale_at(const struct scale *, double value);

/*
 * The range of a scale on which few values do not squeeze all others. *low..*high has to include all values; its high (or low) end moves
 * to the value behind the outermost ones, at most a tenth of them, where that takes at least a third of the range. Sorts the values.
 */
void scale_without_outliers(double *value, unsigned n, bool at_high, double *low, double *high);
