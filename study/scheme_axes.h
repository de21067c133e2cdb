#pragma once

#include "lattice.h"
#include "params.h"

/*
 * Parameters beside several schemes: where some of the schemes have a parameter that is an axis, its values are for these, and there is one point for each of
 * the others, at which the axis is LATTICE_NONE.
 */
struct schemes_of {
	bool scheme[SCHEMES];           /* those of all points */
	bool nics;                      /* with network interfaces */
};

/* Adds those that are among the words. */
void schemes_add(struct schemes_of *, const char *words);

/* How many of them have the parameter; NULL: how many there are. */
unsigned schemes_have(const struct schemes_of *, const struct param_desc *);

/* Do the values of this axis need one beside them for schemes that have not the parameter? */
bool axis_lacks_schemes(const struct axis *, const struct schemes_of *);

/* Is it a point: does each axis that may be LATTICE_NONE have a value if its scheme has the parameter, and none if not? */
bool schemes_point(const struct lattice *, const struct axis *, unsigned point, unsigned scheme, bool nics);

/* The same, of the scheme that the point has on its axis; where there is none, it is. */
bool schemes_meant(const struct lattice *, const struct axis *, unsigned point, bool nics);
