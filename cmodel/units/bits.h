#ifndef BITS_H
#define BITS_H

#include <stdint.h>

/* Sets of ports and of queues as 64-bit masks. */
enum { SWITCH_PORTS = 64 };

static inline uint64_t bit(unsigned i)
{
	return UINT64_C(1) << i;
}

/* The lowest n bits, n = 0..64. */
static inline uint64_t ones(unsigned n)
{
	return n ? UINT64_MAX >> (64 - n) : 0;
}

/* Of a set that is not empty. */
static inline unsigned lowest(uint64_t set)
{
	return (unsigned)__builtin_ctzll(set);
}

/* Which of the 8 bytes of x, lowest first, are equal to `byte`. */
static inline uint64_t equal_bytes(uint64_t x, uint64_t byte)
{
	const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f), d = x ^ byte * UINT64_C(0x0101010101010101);
	const uint64_t equal = ~(((d & low) + low) | d | low);  /* the highest bit of each */

	return (equal >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

static inline unsigned members(uint32_t set)
{
	set -= set >> 1 & 0x55555555;
	set = (set & 0x33333333) + (set >> 2 & 0x33333333);
	return ((set + (set >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24;
}

/* Members in ascending order; the set is taken once, at the start. */
#define EACH(i, set) for (uint64_t each_##i = (set); each_##i && ((i) = lowest(each_##i), 1); each_##i &= each_##i - 1)

#endif
