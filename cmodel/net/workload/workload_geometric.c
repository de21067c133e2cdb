#include "workload_geometric.h"

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
