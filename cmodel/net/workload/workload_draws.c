#include "workload_draws.h"

#include <assert.h>
#include <math.h>

/* Set threshold and alias of each column: weights below 1 are filled up from weights above 1. */
static void fill(struct geometric_table *g, double weight[GEOMETRIC_COLUMNS])
{
	unsigned small[GEOMETRIC_COLUMNS], large[GEOMETRIC_COLUMNS], smalls = 0, larges = 0;

	for (unsigned i = 0; i < GEOMETRIC_COLUMNS; i++)
		if (weight[i] < 1)
			small[smalls++] = i;
		else
			large[larges++] = i;
	while (smalls && larges) {
		const unsigned s = small[--smalls], l = large[larges - 1];

		g->column[s] = ((uint64_t)(weight[s] * 0x1p56) << GEOMETRIC_LOW) | l;
		weight[l] -= 1 - weight[s];
		if (weight[l] < 1)
			small[smalls++] = large[--larges];
	}
	for (unsigned i = 0; i < smalls; i++)           /* weights left over are 1 but for rounding: no alias */
		g->column[small[i]] = small[i];
	for (unsigned i = 0; i < larges; i++)
		g->column[large[i]] = large[i];
}

struct geometric_table geometric_table_of_mean(double mean)
{
	struct geometric_table g = { .digits = geometric_of_mean(mean) };
	const double q = mean / (1 + mean);
	double weight[GEOMETRIC_COLUMNS], power = 1, sum = 0;

	for (unsigned i = 0; i < GEOMETRIC_COLUMNS; i++, power *= q)
		sum += weight[i] = power;
	for (unsigned i = 0; i < GEOMETRIC_COLUMNS; i++)
		weight[i] *= GEOMETRIC_COLUMNS / sum;
	fill(&g, weight);
	return g;
}

enum { DIGITS = 24 };

/* No number is above it: the mean of silences may be beyond 64 bits. */
#define MOST_DRAWN 0x1p60

double pareto_power(double x, double e)
{
	double y = 1;

	assert(x > 0 && x <= 1 && e >= 0 && e < 2);
	for (unsigned i = 0; i < DIGITS && e > 0; i++) {        /* x: the base raised to the weight of the digit now before the point */
		if (e >= 1) {
			y *= x;
			e -= 1;
		}
		x = sqrt(x);
		e *= 2;
	}
	return y;
}

/* The mean of min(X, high) is low * (1 + (1 - (low / high)^(shape - 1)) / (shape - 1)). */
struct pareto pareto_of_mean(double shape, double mean)
{
	const double means = 1 + (1 - pareto_power(1.0 / PARETO_SPAN, shape - 1)) / (shape - 1);

	assert(shape > 1 && shape <= 2 && mean >= 0);
	return (struct pareto){ .low = mean / means, .high = mean / means * PARETO_SPAN, .exponent = 1 / shape };
}

/* 0 <= u < 1 */
static double unit(struct rng *r)
{
	return (double)(rng_next(r) >> 11) * 0x1p-53;
}

uint64_t pareto_draw(const struct pareto *p, struct rng *r)
{
	const double x = p->low / pareto_power(1 - unit(r), p->exponent);

	return (uint64_t)(fmin(fmin(x, p->high), MOST_DRAWN) + unit(r));
}

struct bounded_pareto bounded_pareto_of(double shape, double low, double high)
{
	const double ratio = low / high;

	assert(shape > 1 && shape <= 2 && low > 0 && low < high);
	return (struct bounded_pareto){ .low = low, .span = 1 - ratio * pareto_power(ratio, shape - 1), .exponent = 1 / shape };
}

double bounded_pareto_mean(double shape, double low, double high)
{
	const double power = pareto_power(low / high, shape - 1);

	return low * shape / (shape - 1) * (1 - power) / (1 - low / high * power);
}

uint64_t bounded_pareto_draw(const struct bounded_pareto *p, struct rng *r)
{
	const double x = p->low / pareto_power(1 - unit(r) * p->span, p->exponent);

	return (uint64_t)(x + unit(r));
}
