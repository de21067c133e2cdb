#ifndef TRADEOFF_POINT_H
#define TRADEOFF_POINT_H

#include "inventory.h"
#include "sweep.h"
#include "tradeoff_setup.h"

/* One point of a sweep. */

/* Whether axes say nothing where the scheme has not their parameter, and only there. */
bool tradeoff_meant(const struct tradeoff_setup *, unsigned point);

/* False: its parameters do not fit together, or make no network; why says so. */
bool tradeoff_possible(const struct tradeoff_setup *, unsigned point, char why[PARAMS_WHY]);

/* Its memories, priced. False: why. */
bool tradeoff_memories(const struct tradeoff_setup *, unsigned point, struct inventory *, char why[PRICE_WHY]);

/* Finds out everything, and writes its row. Unless that is made: why. */
enum sweep_run tradeoff_point(const struct tradeoff_setup *, unsigned point, FILE *row, char why[SWEEP_WHY]);

#endif
