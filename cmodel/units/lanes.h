#pragma once

#include "bits.h"

/*
 * Vectors with a byte (lanes) or a 16-bit word (words) for each port, and operations on all ports at once. Their cost depends neither on
 * how many ports are active nor on which. With registers of 64 bytes each operation is an instruction or
 * two. LANES_BYTES: of the registers that a file is compiled for (wide_target.h); 0: any processor.
 */
#ifndef LANES_BYTES
#define LANES_BYTES 0
#endif

#if LANES_BYTES == 64
#include "lanes_wide.h"
#elif LANES_BYTES
#include "lanes_parts.h"
#else
#include "lanes_plain.h"
#endif

#if LANES_BYTES == 64 || !LANES_BYTES
/* x for ports where a == b, y for the others. */
STAGE lanes lanes_where_equal(lanes a, lanes b, lanes x, lanes y)
{
	return lanes_where(lanes_equal(a, b), x, y);
}

/* x for ports where a == b, y for the others; x is nowhere less than y. */
STAGE lanes lanes_raise_equal(lanes a, lanes b, lanes x, lanes y)
{
	return lanes_where_equal(a, b, x, y);
}

/* x where a < b, unsigned, y elsewhere. */
STAGE lanes lanes_where_less(lanes a, lanes b, lanes x, lanes y)
{
	return lanes_where(lanes_less(a, b), x, y);
}

/* lanes_look() where port[i] is a port of i's own switch, all of which have `radix`; what it is for another port i is unspecified. */
STAGE lanes lanes_look_within(lanes table, lanes port, unsigned radix)
{
	(void)radix;
	return lanes_look(table, port);
}
#endif

#if LANES_BYTES
/* Ports i of `among` where table[port[i] % SWITCH_PORTS] and bits[i] have a bit in common. */
STAGE uint64_t bytes_meet(uint64_t among, const uint8_t *table, const uint8_t *port, const uint8_t *bits)
{
	return among & ~lanes_equal(lanes_and(lanes_look(lanes_load(table), lanes_load(port)), lanes_load(bits)), lanes_all(0));
}

/* To the ports i in the set: table[port[i] % SWITCH_PORTS]. The same to words. */
STAGE void bytes_look(uint64_t set, uint8_t *to, const uint8_t *table, const uint8_t *port)
{
	lanes_store(to, lanes_where(set, lanes_look(lanes_load(table), lanes_load(port)), lanes_load(to)));
}

STAGE void words_look(uint64_t set, uint16_t *to, const uint8_t *table, const uint8_t *port)
{
	lanes_store_words(set, to, lanes_look(lanes_load(table), lanes_load(port)));
}

/* Bytes: ports of `among` where the byte is n; add n to the bytes of the ports in the set; set these bits of them; make them n; copy them; clear bits. */
STAGE uint64_t bytes_equal(uint64_t among, const uint8_t *at, unsigned n)
{
	return among & lanes_equal(lanes_load(at), lanes_all((uint8_t)n));
}

STAGE void bytes_add(uint64_t set, uint8_t *at, int n)
{
	lanes_store(at, lanes_add(lanes_load(at), lanes_in(set, (unsigned)n & UINT8_MAX)));
}

STAGE void bytes_set(uint64_t set, uint8_t *at, unsigned bits)
{
	lanes_store(at, lanes_or(lanes_load(at), lanes_in(set, bits)));
}

STAGE void bytes_put(uint64_t set, uint8_t *at, unsigned n)
{
	lanes_store(at, lanes_where(set, lanes_all((uint8_t)n), lanes_load(at)));
}

STAGE void bytes_copy(uint64_t set, uint8_t *to, const uint8_t *from)
{
	lanes_store(to, lanes_where(set, lanes_load(from), lanes_load(to)));
}

STAGE void bytes_clear(uint64_t set, uint8_t *at, unsigned bits)
{
	lanes_store(at, lanes_without(lanes_load(at), lanes_in(set, bits)));
}
#endif

#if LANES_BYTES < 64
/* What is done port by port with narrower registers: lanes_wide.h has the same. */
static inline bool lanes_set_bit(uint64_t set, uint64_t *at, const uint16_t *number)
{
	uint64_t were = 0;

	EACH_IN(i, set) {
		were |= at[i] >> number[i] & 1;
		at[i] |= UINT64_C(1) << number[i];
	}
	return were;
}

static inline uint64_t lanes_agree(uint64_t among, const uint32_t *a, const uint32_t *b, const uint32_t *mask)
{
	uint64_t agree = 0;

	EACH_IN(i, among)
		agree |= (uint64_t)(((a[i] ^ b[i]) & mask[i]) == 0) << i;
	return agree;
}
#endif

/* The number of each port. */
static inline lanes lanes_number(void)
{
	static const uint8_t number[SWITCH_PORTS] = {
		0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
		32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
	};

	return lanes_load(number);
}

/* By port: a modulo n, of a below 2 n; and of a that is at least -n, as a byte, and below n. */
STAGE lanes lanes_wrap_down(lanes a, unsigned n)
{
	return n & (n - 1) ? lanes_least(a, lanes_subtract(a, lanes_all((uint8_t)n))) : lanes_and(a, lanes_all((uint8_t)(n - 1)));
}

STAGE lanes lanes_wrap_up(lanes a, unsigned n)
{
	return n & (n - 1) ? lanes_least(a, lanes_add(a, lanes_all((uint8_t)n))) : lanes_and(a, lanes_all((uint8_t)(n - 1)));
}
