#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Sets of ports and of queues as 64-bit masks. In all units, `port` is a port of a bank of switches, and `inputs`
 * and `outputs` are sets of such ports. Port p of switch k is number k * radix + p.
 */
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

/* Lowest member of a set that is not empty. */
static inline unsigned lowest(uint64_t set)
{
	return (unsigned)__builtin_ctzll(set);
}

/* Number of members: of each byte of a set, as a byte; of a set. */
static inline uint64_t count_members_by_byte(uint64_t set)
{
	set -= set >> 1 & UINT64_C(0x5555555555555555);
	set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
	return (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

static inline unsigned count_members(uint64_t set)
{
	return (unsigned)(count_members_by_byte(set) * UINT64_C(0x0101010101010101) >> 56);
}

/* Byte k is 1 if bit k of the set is, k < 8. Of processors with BMI2, those without registers of 64 bytes may take a hundred cycles for it. */
static inline uint64_t spread_bits(uint64_t set)
{
#if defined __BMI2__ && LANES_BYTES == 64
	return __builtin_ia32_pdep_di(set, UINT64_C(0x0101010101010101));
#else
	const uint64_t bits = (set & UINT8_MAX) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);

	return (((bits & UINT64_C(0x7f7f7f7f7f7f7f7f)) + UINT64_C(0x7f7f7f7f7f7f7f7f)) | bits) >> 7 & UINT64_C(0x0101010101010101);
#endif
}

/* row[k] is a set of ports, k < n <= 64. Returns the set of rows that have this port. */
static inline uint64_t rows_with(const uint64_t *row, unsigned n, unsigned port)
{
	uint64_t rows = 0;

	for (unsigned k = 0; k < n; k++)
		rows |= (row[k] >> port & 1) << k;
	return rows;
}

/* A function that is inlined, and so compiled for each step that it is a part of. */
#define STAGE static inline __attribute__((always_inline))

/* k = 0 to n - 1. In the step of the usual switch n is a constant, and the loop is unrolled. */
#define EACH_OF(k, n) _Pragma("GCC unroll 8") for (unsigned k = 0; k < (n); k++)

/*
 * Members of a set in ascending order; the expression is evaluated once, at the start. The inner loop declares the member, and is run once for each: after
 * a `break` in it more_##i stays false.
 */
#define EACH_IN(i, set) \
	for (uint64_t each_##i = (set), more_##i = true; each_##i && more_##i; each_##i &= each_##i - 1) \
		for (unsigned i = (more_##i = false, lowest(each_##i)); !more_##i; more_##i = true)

/* The members of a set of which a condition holds. */
#define MEMBERS_WHERE(i, set, condition) __extension__({ \
	uint64_t where_##i = 0; \
	EACH_IN(i, set) \
		where_##i |= (uint64_t)(condition) << i; \
	where_##i; \
})
