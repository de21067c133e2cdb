#pragma once

/* lanes.h for any processor, eight bytes at a time. The functions are documented in lanes_wide.h. */
#include <stdbool.h>
#include <string.h>

enum { LANES_WIDE = 0, LANES_WORDS = SWITCH_PORTS / 8 };

typedef struct lanes { uint64_t word[LANES_WORDS]; } lanes;

/* 1 in every byte; the highest bit of every byte. */
#define LANES_EACH UINT64_C(0x0101010101010101)
#define LANES_TOP UINT64_C(0x8080808080808080)

static inline lanes lanes_load(const uint8_t *at)
{
	lanes r;

	memcpy(r.word, at, sizeof r.word);
	return r;
}

static inline void lanes_store(uint8_t *at, lanes a)
{
	memcpy(at, a.word, sizeof a.word);
}

static inline lanes lanes_all(uint8_t byte)
{
	lanes r;

	for (unsigned k = 0; k < LANES_WORDS; k++)
		r.word[k] = byte * LANES_EACH;
	return r;
}

/* Gather the highest bits of eight bytes in the lowest eight bits. */
static inline uint64_t lanes_tops(uint64_t word)
{
	return ((word & LANES_TOP) >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

/* Byte k is all ones if bit k of the set is 1, otherwise 0; k = 0..7. */
static inline uint64_t lanes_bytes(uint64_t set)
{
	return spread_bits(set) * UINT8_MAX;
}

static inline lanes lanes_where(uint64_t set, lanes a, lanes b)
{
	for (unsigned k = 0; k < LANES_WORDS; k++)
		b.word[k] ^= (a.word[k] ^ b.word[k]) & lanes_bytes(set >> 8 * k);
	return b;
}

static inline lanes lanes_with(lanes a, unsigned port, uint8_t byte)
{
	const unsigned shift = 8 * (port % 8);

	a.word[port / 8] = (a.word[port / 8] & ~((uint64_t)UINT8_MAX << shift)) | (uint64_t)byte << shift;
	return a;
}

static inline uint64_t lanes_equal(lanes a, lanes b)
{
	uint64_t equal = 0;

	for (unsigned k = 0; k < LANES_WORDS; k++) {
		const uint64_t differ = a.word[k] ^ b.word[k];

		equal |= lanes_tops(~(((differ & ~LANES_TOP) + ~LANES_TOP) | differ)) << 8 * k;
	}
	return equal;
}

static inline uint64_t lanes_less(lanes a, lanes b)
{
	uint64_t less = 0;

	for (unsigned k = 0; k < LANES_WORDS; k++) {
		const uint64_t x = a.word[k], y = b.word[k], rest = (x | LANES_TOP) - (y & ~LANES_TOP);

		less |= lanes_tops((~x & y) | (~(x ^ y) & ~rest)) << 8 * k;
	}
	return less;
}

static inline lanes lanes_and(lanes a, lanes b)
{
	for (unsigned k = 0; k < LANES_WORDS; k++)
		a.word[k] &= b.word[k];
	return a;
}

static inline lanes lanes_add(lanes a, lanes b)
{
	for (unsigned k = 0; k < LANES_WORDS; k++)
		a.word[k] = ((a.word[k] & ~LANES_TOP) + (b.word[k] & ~LANES_TOP)) ^ ((a.word[k] ^ b.word[k]) & LANES_TOP);
	return a;
}

static inline lanes lanes_subtract(lanes a, lanes b)
{
	for (unsigned k = 0; k < LANES_WORDS; k++)
		a.word[k] = ((a.word[k] | LANES_TOP) - (b.word[k] & ~LANES_TOP)) ^ ((a.word[k] ^ ~b.word[k]) & LANES_TOP);
	return a;
}

static inline lanes lanes_least(lanes a, lanes b)
{
	return lanes_where(lanes_less(a, b), a, b);
}

static inline lanes lanes_look(lanes table, lanes port)
{
	uint8_t from[SWITCH_PORTS], at[SWITCH_PORTS];

	lanes_store(from, table);
	lanes_store(at, port);
	for (unsigned i = 0; i < SWITCH_PORTS; i++)
		at[i] = from[at[i] % SWITCH_PORTS];
	return lanes_load(at);
}

static inline uint64_t lanes_name(uint64_t among, lanes port, uint64_t set)
{
	uint8_t at[SWITCH_PORTS];

	lanes_store(at, port);
	return MEMBERS_WHERE(i, among, set >> at[i] % SWITCH_PORTS & 1);
}

static inline uint64_t bytes_meet(uint64_t among, const uint8_t *table, const uint8_t *port, const uint8_t *bits)
{
	return MEMBERS_WHERE(i, among, (table[port[i] % SWITCH_PORTS] & bits[i]) != 0);
}

static inline void bytes_look(uint64_t set, uint8_t *to, const uint8_t *table, const uint8_t *port)
{
	EACH_IN(i, set)
		to[i] = table[port[i] % SWITCH_PORTS];
}

static inline uint64_t bytes_equal(uint64_t among, const uint8_t *at, unsigned n)
{
	return MEMBERS_WHERE(i, among, at[i] == n);
}

static inline void bytes_add(uint64_t set, uint8_t *at, int n)
{
	EACH_IN(i, set)
		at[i] = (uint8_t)(at[i] + n);
}

static inline void bytes_set(uint64_t set, uint8_t *at, unsigned bits)
{
	EACH_IN(i, set)
		at[i] = (uint8_t)(at[i] | bits);
}

static inline void bytes_put(uint64_t set, uint8_t *at, unsigned n)
{
	EACH_IN(i, set)
		at[i] = (uint8_t)n;
}

static inline void bytes_copy(uint64_t set, uint8_t *to, const uint8_t *from)
{
	EACH_IN(i, set)
		to[i] = from[i];
}

static inline void bytes_clear(uint64_t set, uint8_t *at, unsigned bits)
{
	EACH_IN(i, set)
		at[i] = (uint8_t)(at[i] & ~bits);
}

static inline uint64_t words_test(uint64_t among, const uint16_t *at, unsigned bits)
{
	return MEMBERS_WHERE(i, among, (at[i] & bits) != 0);
}

static inline uint64_t words_above(uint64_t among, const uint16_t *at, unsigned n)
{
	return MEMBERS_WHERE(i, among, at[i] > n);
}

static inline void words_copy(uint64_t set, uint16_t *to, const uint16_t *from)
{
	EACH_IN(i, set)
		to[i] = from[i];
}

static inline void words_add(uint64_t set, uint16_t *at, int n)
{
	EACH_IN(i, set)
		at[i] = (uint16_t)(at[i] + n);
}

static inline uint64_t words_take(uint64_t set, uint16_t *at)
{
	return MEMBERS_WHERE(i, set, --at[i] != 0);
}

static inline lanes lanes_load_words(const uint16_t *at)
{
	uint8_t bytes[SWITCH_PORTS];

	for (unsigned i = 0; i < SWITCH_PORTS; i++)
		bytes[i] = (uint8_t)at[i];
	return lanes_load(bytes);
}

static inline void lanes_store_words(uint64_t set, uint16_t *at, lanes a)
{
	uint8_t bytes[SWITCH_PORTS];

	lanes_store(bytes, a);
	EACH_IN(i, set)
		at[i] = bytes[i];
}

static inline void words_look(uint64_t set, uint16_t *to, const uint8_t *table, const uint8_t *port)
{
	EACH_IN(i, set)
		to[i] = table[port[i] % SWITCH_PORTS];
}
