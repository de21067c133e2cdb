#pragma once

#include <stdint.h>

/*
 * Log-linear histogram: values below 2 * HISTOGRAM_STEPS have a bucket each; above, every power of two is cut into
 * HISTOGRAM_STEPS buckets, so that a bucket is at most 1/32 of its values wide. Count, sum and maximum are exact.
 */
enum { HISTOGRAM_BITS = 5, HISTOGRAM_STEPS = 1 << HISTOGRAM_BITS, HISTOGRAM_BUCKETS = (64 - HISTOGRAM_BITS + 1) * HISTOGRAM_STEPS };

struct histogram {
	uint64_t max, n, sum;
	uint64_t bucket[HISTOGRAM_BUCKETS];
};

static inline uint64_t histogram_bucket(uint64_t value)
{
	const uint64_t shift = (63 ^ (unsigned)__builtin_clzll(value | HISTOGRAM_STEPS)) - HISTOGRAM_BITS;

	return shift * HISTOGRAM_STEPS + (value >> shift);
}

static inline void histogram_add(struct histogram *h, uint64_t value)
{
	h->n++;
	h->sum += value;
	if (value > h->max)
		h->max = value;
	h->bucket[histogram_bucket(value)]++;
}

/* Smallest value of a bucket; that of bucket + 1 is the first above it. */
uint64_t histogram_low(unsigned bucket);

void histogram_merge(struct histogram *into, const struct histogram *from);

double histogram_mean(const struct histogram *);         /* 0 if empty */

/* Smallest value that a fraction p, 0..1, of all values do not exceed; interpolated in its bucket, exact below 64; 0 if empty. */
double histogram_quantile(const struct histogram *, double p);
