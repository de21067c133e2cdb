#pragma once

#include <stdint.h>

/*
 * Random numbers: xoshiro256** (Blackman, Vigna), one stream per (run seed, stream number),
 * so that what a node draws depends on no other node. Integer arithmetic and exact IEEE
 * operations only: the same on every machine.
 */
struct rng {
	uint64_t s[4];
};

/* One step of splitmix64; also a good mix of its argument. */
static inline uint64_t rng_mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

static inline struct rng rng_seed(uint64_t seed, uint64_t stream)
{
	struct rng r;
	uint64_t x = rng_mix(seed) ^ rng_mix(~stream);

	for (unsigned i = 0; i < 4; i++)
		r.s[i] = rng_mix(x + i * 0x9e3779b97f4a7c15);
	r.s[0] |= 1;                    /* the all-zero state has no successor */
	return r;
}

static inline uint64_t rng_next(struct rng *r)
{
	uint64_t *s = r->s, x = s[1] * 5, t = s[1] << 17, y = (x << 7 | x >> 57) * 9;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = s[3] << 45 | s[3] >> 19;
	return y;
}

/* 0..n-1, 1 <= n < 2^32; the bias is below n / 2^32. */
static inline uint32_t rng_below(struct rng *r, uint32_t n)
{
	return (uint32_t)((rng_next(r) >> 32) * n >> 32);
}

/* 0..n-1, small numbers preferred: uniform below a random power of two. 1 <= n < 2^31 */
static inline uint32_t rng_log_below(struct rng *r, uint32_t n)
{
	uint32_t bits = 1, limit;

	while (n >> bits)
		bits++;
	limit = 1u << rng_below(r, bits + 1);
	return rng_below(r, limit < n ? limit : n);
}

/* All numbers below n, in any order. */
static inline void rng_shuffle(struct rng *r, uint32_t *at, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		const unsigned j = rng_below(r, i + 1);

		at[i] = at[j];
		at[j] = i;
	}
}

/* A probability 0..1 in the form that rng_chance() takes. With p = 1 rng_chance() fails once in 2^64 calls. */
static inline uint64_t rng_probability(double p)
{
	return p >= 1 ? UINT64_MAX : (uint64_t)(p * 0x1p64);
}

static inline int rng_chance(struct rng *r, uint64_t probability)
{
	return rng_next(r) < probability;
}

/*
 * Failures before the first success of a Bernoulli process. The binary digits of a geometric
 * number are independent, so it is drawn digit by digit, without a logarithm.
 */
enum { GEOMETRIC_DIGITS = 40 };

struct geometric {
	unsigned digits;
	uint64_t one[GEOMETRIC_DIGITS];         /* probability of digit k to be 1 */
};

static inline struct geometric geometric_of_mean(double mean)
{
	struct geometric g = { 0 };
	double q = mean / (1 + mean);

	for (; g.digits < GEOMETRIC_DIGITS && q >= 0x1p-63; q *= q)
		g.one[g.digits++] = rng_probability(q / (1 + q));
	return g;
}

static inline uint64_t geometric_draw(const struct geometric *g, struct rng *r)
{
	uint64_t n = 0;

	for (unsigned k = 0; k < g->digits; k++)
		n |= (uint64_t)(rng_next(r) < g->one[k]) << k;
	return n;
}
