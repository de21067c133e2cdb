#pragma once

#include "rng.h"

/*
 * Geometric numbers, fast enough for every packet: the distribution of geometric_draw(), but one draw for the lowest eight binary digits.
 * Alias method (Walker 1977): a column of the table gives its own number below a threshold, and its alias above.
 */
enum { GEOMETRIC_LOW = 8, GEOMETRIC_COLUMNS = 1 << GEOMETRIC_LOW };

struct geometric_table {
	struct geometric digits;
	uint64_t column[GEOMETRIC_COLUMNS];     /* threshold of 56 bits, alias of 8 */
};

struct geometric_table geometric_table_of_mean(double mean);

static inline uint64_t geometric_table_draw(const struct geometric_table *g, struct rng *r)
{
	const uint64_t draw = rng_next(r), own = draw >> (64 - GEOMETRIC_LOW), column = g->column[own];
	uint64_t n = (draw << GEOMETRIC_LOW) < (column & ~(uint64_t)(GEOMETRIC_COLUMNS - 1)) ? own : column & (GEOMETRIC_COLUMNS - 1);

	for (unsigned k = GEOMETRIC_LOW; k < g->digits.digits; k++)
		n |= (uint64_t)(rng_next(r) < g->digits.one[k]) << k;
	return n;
}
