#include "histogram.h"

uint64_t histogram_low(unsigned bucket)
{
	const unsigned shift = bucket < 2 * HISTOGRAM_STEPS ? 0 : bucket / HISTOGRAM_STEPS - 1;

	return (uint64_t)(bucket - shift * HISTOGRAM_STEPS) << shift;
}

void histogram_merge(struct histogram *into, const struct histogram *from)
{
	into->n += from->n;
	into->sum += from->sum;
	into->max = from->max > into->max ? from->max : into->max;
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		into->bucket[i] += from->bucket[i];
}

double histogram_mean(const struct histogram *h)
{
	return h->n ? (double)h->sum / (double)h->n : 0;
}

/* Value of a rank within a bucket, whose values are assumed to be spread evenly. */
static double within(const struct histogram *h, unsigned bucket, uint64_t rank)
{
	const uint64_t low = histogram_low(bucket);
	const uint64_t width = bucket < 2 * HISTOGRAM_STEPS ? 1 : UINT64_C(1) << (bucket / HISTOGRAM_STEPS - 1);
	const double value = (double)low + (double)(width - 1) * (double)rank / (double)h->bucket[bucket];

	return value < (double)h->max ? value : (double)h->max;
}

double histogram_quantile(const struct histogram *h, double p)
{
	uint64_t rank = (uint64_t)(p * (double)h->n);

	if (!h->n)
		return 0;
	rank += (double)rank < p * (double)h->n;        /* number of values up to the quantile: rounded up, at least 1 */
	rank = rank < 1 ? 1 : rank > h->n ? h->n : rank;
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		if (rank <= h->bucket[i])
			return within(h, i, rank);
		rank -= h->bucket[i];
	}
	return (double)h->max;
}
