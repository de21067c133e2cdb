#ifndef SCALE_H
#define SCALE_H

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

/* Position of a value: 0 at low, 1 at high. */
double scale_at(const struct scale *, double value);

#endif
