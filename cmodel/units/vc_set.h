#pragma once

#include "bits.h"
#include "shape.h"

/*
 * Sets of the VCs of all ports of a wormhole router: a byte by port, in which bit v is VC v. VC v of port p is number p * VC_STRIDE + v here, in
 * owners, and in arrays by VC; the registers of the RTL have p * vcs + v (vc_channel()).
 */
enum { VC_STRIDE = PARAM_MOST_vcs, VC_PORTS = 2 * PARAM_MOST_dims + 1, VC_WORDS = (VC_PORTS + 7) / 8 };

struct vc_set {
	union {
		uint64_t word[VC_WORDS];
		uint8_t port[VC_WORDS * 8];     /* a processor of little endianness */
	};
};

static inline unsigned vc_number(unsigned port, unsigned vc)
{
	return port * VC_STRIDE + vc;
}

/* Add VC `vc` of these ports. */
static inline void vc_set_add(struct vc_set *set, unsigned vc, uint64_t ports)
{
	for (unsigned k = 0; k < VC_WORDS; k++)
		set->word[k] |= spread_bits(ports >> 8 * k) << vc;
}

/* Its number in registers. */
static inline unsigned vc_channel(const struct shape *s, unsigned number)
{
	return number / VC_STRIDE * s->vcs + number % VC_STRIDE;
}

/* The highest number: by turns, the lowest one comes after it. */
static inline unsigned vc_last(const struct shape *s)
{
	return vc_number(s->radix - 1, s->vcs - 1);
}

static inline bool vc_any(const struct vc_set *set)
{
	return (set->word[0] | set->word[1]) != 0;
}

static inline uint8_t vc_bit(unsigned number)
{
	return (uint8_t)(1u << number % VC_STRIDE);
}

/* By turns: the lowest member above the last one, or else the lowest. The set is not empty. */
static inline unsigned vc_next(const struct vc_set *set, unsigned last)
{
	const uint64_t low = last < 64 ? set->word[0] & ~ones(last + 1) : 0;

	if (!set->word[1])              /* no more than 8 ports: whether one is above cannot be predicted */
		return lowest(low ? low : set->word[0]);
	const uint64_t high = last < 64 ? set->word[1] : set->word[1] & ~ones(last - 63);

	if (low)
		return lowest(low);
	if (high)
		return 64 + lowest(high);
	return set->word[0] ? lowest(set->word[0]) : 64 + lowest(set->word[1]);
}
