#pragma once

/* lanes.h for processors with registers of LANES_BYTES, 32 or 16: vectors are of several parts, each a register. The functions are documented in
 * lanes_wide.h; operations on a part that need instructions of one kind of processor in lanes_avx2.h. */
#include <stdbool.h>
#include <string.h>

enum { LANES_WIDE = 1, LANES_PARTS = SWITCH_PORTS / LANES_BYTES, PART_WORDS = LANES_BYTES / 2, WORDS_PARTS = SWITCH_PORTS / PART_WORDS };

typedef uint8_t part __attribute__((vector_size(LANES_BYTES)));
typedef uint16_t words_part __attribute__((vector_size(LANES_BYTES)));
typedef uint64_t long_part __attribute__((vector_size(LANES_BYTES)));
typedef struct lanes { part part[LANES_PARTS]; } lanes;

#if LANES_BYTES == 32
#include "lanes_avx2.h"
#elif defined __x86_64__
#include "lanes_sse.h"
#else
#include "lanes_neon.h"
#endif

STAGE part part_load(const uint8_t *at)
{
	part r;

	memcpy(&r, at, sizeof r);
	return r;
}

STAGE words_part words_part_load(const uint16_t *at)
{
	words_part r;

	memcpy(&r, at, sizeof r);
	return r;
}

STAGE void words_part_store(uint16_t *at, words_part a)
{
	memcpy(at, &a, sizeof a);
}

STAGE part part_all(unsigned byte)
{
	return (part){ 0 } + (uint8_t)byte;
}

STAGE words_part words_part_all(int word)
{
	return (words_part){ 0 } + (uint16_t)word;
}

STAGE lanes lanes_load(const uint8_t *at)
{
	lanes r;

	EACH_OF(k, LANES_PARTS)
		r.part[k] = part_load(at + k * LANES_BYTES);
	return r;
}

STAGE void lanes_store(uint8_t *at, lanes a)
{
	EACH_OF(k, LANES_PARTS)
		memcpy(at + k * LANES_BYTES, a.part + k, LANES_BYTES);
}

STAGE lanes lanes_all(uint8_t byte)
{
	lanes r;

	EACH_OF(k, LANES_PARTS)
		r.part[k] = part_all(byte);
	return r;
}

/* These eight bytes, again and again; and the bit of a number, modulo 8, in each byte. */
STAGE part part_repeat(uint64_t bytes)
{
	return (part)((long_part){ 0 } + bytes);
}

STAGE part part_bits(void)
{
	return part_repeat(UINT64_C(0x8040201008040201));
}

/* All ones in the bytes, or words, whose bits are 1, the lowest for the first. */
STAGE part part_spread(uint64_t set)
{
	static const uint8_t byte[32] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3 };

	return (part)((part_shuffle(part_repeat(set), part_load(byte)) & part_bits()) == part_bits());
}

STAGE words_part words_spread(uint64_t set)
{
	static const uint16_t bits[16] = { 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768 };

	return (words_part)((words_part_all((int)set) & words_part_load(bits)) == words_part_load(bits));
}

/* The set of ports whose bytes have a 1 on top; a part with all ones in the bytes of ports in the set. */
STAGE uint64_t lanes_tops(lanes a)
{
	uint64_t tops = 0;

	EACH_OF(k, LANES_PARTS)
		tops |= part_tops(a.part[k]) << k * LANES_BYTES;
	return tops;
}

STAGE part part_of(uint64_t set, unsigned k)
{
	return part_spread(set >> k * LANES_BYTES);
}

STAGE lanes lanes_where(uint64_t set, lanes a, lanes b)
{
	EACH_OF(k, LANES_PARTS)
		b.part[k] = part_choose(part_of(set, k), a.part[k], b.part[k]);
	return b;
}

STAGE lanes lanes_with(lanes a, unsigned port, uint8_t byte)
{
	return lanes_where(bit(port), lanes_all(byte), a);
}

STAGE uint64_t lanes_equal(lanes a, lanes b)
{
	EACH_OF(k, LANES_PARTS)
		a.part[k] = (part)(a.part[k] == b.part[k]);
	return lanes_tops(a);
}

STAGE uint64_t lanes_less(lanes a, lanes b)
{
	EACH_OF(k, LANES_PARTS)
		a.part[k] = (part)(a.part[k] < b.part[k]);
	return lanes_tops(a);
}

STAGE lanes lanes_where_equal(lanes a, lanes b, lanes x, lanes y)
{
	EACH_OF(k, LANES_PARTS)
		y.part[k] = part_choose((part)(a.part[k] == b.part[k]), x.part[k], y.part[k]);
	return y;
}

STAGE lanes lanes_raise_equal(lanes a, lanes b, lanes x, lanes y)
{
	EACH_OF(k, LANES_PARTS)
		y.part[k] = part_most(y.part[k], (part)(a.part[k] == b.part[k]) & x.part[k]);
	return y;
}

STAGE lanes lanes_where_less(lanes a, lanes b, lanes x, lanes y)
{
	EACH_OF(k, LANES_PARTS)
		y.part[k] = part_choose((part)(a.part[k] < b.part[k]), x.part[k], y.part[k]);
	return y;
}

STAGE lanes lanes_and(lanes a, lanes b)
{
	EACH_OF(k, LANES_PARTS)
		a.part[k] &= b.part[k];
	return a;
}

STAGE lanes lanes_or(lanes a, lanes b)
{
	EACH_OF(k, LANES_PARTS)
		a.part[k] |= b.part[k];
	return a;
}

STAGE lanes lanes_without(lanes a, lanes b)
{
	EACH_OF(k, LANES_PARTS)
		a.part[k] &= ~b.part[k];
	return a;
}

STAGE lanes lanes_add(lanes a, lanes b)
{
	EACH_OF(k, LANES_PARTS)
		a.part[k] += b.part[k];
	return a;
}

STAGE lanes lanes_subtract(lanes a, lanes b)
{
	EACH_OF(k, LANES_PARTS)
		a.part[k] -= b.part[k];
	return a;
}

STAGE lanes lanes_least(lanes a, lanes b)
{
	EACH_OF(k, LANES_PARTS)
		a.part[k] = part_least(a.part[k], b.part[k]);
	return a;
}

STAGE lanes lanes_look(lanes table, lanes port)
{
	lanes r;

	EACH_OF(k, LANES_PARTS)
		r.part[k] = part_look(&table, port.part[k] & part_all(SWITCH_PORTS - 1));
	return r;
}

/* Switches of a radix that divides 16 do not reach over sixteen ports. */
STAGE lanes lanes_look_within(lanes table, lanes port, unsigned radix)
{
	if (16 % radix)
		return lanes_look(table, port);
	EACH_OF(k, LANES_PARTS)
		table.part[k] = part_shuffle(table.part[k], part_within(port.part[k]));
	return table;
}

STAGE uint64_t lanes_name(uint64_t among, lanes port, uint64_t set)
{
	const part sets = part_repeat(set);

	EACH_OF(k, LANES_PARTS) {
		const part one = part_shuffle(part_bits(), port.part[k] & part_all(7));

		port.part[k] = (part)((part_shuffle(sets, port.part[k] >> 3 & part_all(7)) & one) == one);
	}
	return among & lanes_tops(port);
}

STAGE lanes lanes_in(uint64_t set, unsigned n)
{
	lanes r;

	EACH_OF(k, LANES_PARTS)
		r.part[k] = part_of(set, k) & part_all(n);
	return r;
}

/* Words with all ones for ports in the set, the others 0: those of part k. */
STAGE words_part words_of(uint64_t set, unsigned k)
{
	return words_spread(set >> k * PART_WORDS);
}

STAGE uint64_t words_test(uint64_t among, const uint16_t *at, unsigned bits)
{
	lanes r;

	EACH_OF(k, LANES_PARTS) {
		const words_part low = words_part_load(at + 2 * k * PART_WORDS) & words_part_all((int)bits);
		const words_part high = words_part_load(at + (2 * k + 1) * PART_WORDS) & words_part_all((int)bits);

		r.part[k] = part_narrow((words_part)(low != 0), (words_part)(high != 0));
	}
	return among & lanes_tops(r);
}

STAGE uint64_t words_above(uint64_t among, const uint16_t *at, unsigned n)
{
	const words_part most = words_part_all((int)n);
	uint64_t others = 0;

	EACH_OF(k, LANES_PARTS) {
		const words_part low = words_part_load(at + 2 * k * PART_WORDS), high = words_part_load(at + (2 * k + 1) * PART_WORDS);

		others |= part_tops(part_narrow((words_part)(low <= most), (words_part)(high <= most))) << k * LANES_BYTES;
	}
	return among & ~others;
}

STAGE void words_copy(uint64_t set, uint16_t *to, const uint16_t *from)
{
	EACH_OF(k, WORDS_PARTS) {
		const words_part in = words_of(set, k), old = words_part_load(to + k * PART_WORDS);

		words_part_store(to + k * PART_WORDS, old ^ ((old ^ words_part_load(from + k * PART_WORDS)) & in));
	}
}

STAGE void words_add(uint64_t set, uint16_t *at, int n)
{
	const words_part by = words_part_all(n);

	EACH_OF(k, WORDS_PARTS)
		words_part_store(at + k * PART_WORDS, words_part_load(at + k * PART_WORDS) + (words_of(set, k) & by));
}

STAGE uint64_t words_take(uint64_t set, uint16_t *at)
{
	words_add(set, at, -1);
	return words_above(set, at, 0);
}

STAGE lanes lanes_load_words(const uint16_t *at)
{
	const words_part bytes = words_part_all(UINT8_MAX);
	lanes r;

	EACH_OF(k, LANES_PARTS)
		r.part[k] = part_narrow_low(words_part_load(at + 2 * k * PART_WORDS) & bytes, words_part_load(at + (2 * k + 1) * PART_WORDS) & bytes);
	return r;
}

STAGE void lanes_store_words(uint64_t set, uint16_t *at, lanes a)
{
	EACH_OF(k, WORDS_PARTS) {
		const words_part in = words_of(set, k), old = words_part_load(at + k * PART_WORDS);

		words_part_store(at + k * PART_WORDS, old ^ ((old ^ part_widen(a.part[k / 2], k % 2)) & in));
	}
}
