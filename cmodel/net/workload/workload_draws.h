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

/*
 * Whole numbers with a Pareto tail, P(X > x) ~ x^-shape, of a given mean: the lengths of bursts and silences that make
 * traffic self-similar (Willinger et al. 1997). The tail is cut at PARETO_SPAN times the smallest value, so that the mean
 * is met in runs of finite length. Exact IEEE operations only: the same on every machine.
 */
enum { PARETO_SPAN = 10000 };

struct pareto {
	double low, high;
	double exponent;                /* 1 / shape */
};

/* x^e, 0 < x <= 1, 0 <= e < 2, by square roots; e is taken to 24 binary digits. */
double pareto_power(double x, double e);

/* 1 < shape <= 2, mean >= 0 */
struct pareto pareto_of_mean(double shape, double mean);

/* Draws a number, rounded up or down at random, so that rounding does not change the mean. */
uint64_t pareto_draw(const struct pareto *, struct rng *);

/*
 * Bounded Pareto: the Pareto distribution of this shape that begins at low, given that it does not exceed high. 1 < shape <= 2, 0 < low < high. The
 * numbers drawn are rounded up or down at random, which keeps the mean.
 */
struct bounded_pareto {
	double low;
	double span;                    /* 1 - (low / high)^shape */
	double exponent;                /* 1 / shape */
};

struct bounded_pareto bounded_pareto_of(double shape, double low, double high);
double bounded_pareto_mean(double shape, double low, double high);
uint64_t bounded_pareto_draw(const struct bounded_pareto *, struct rng *);
