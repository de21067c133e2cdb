#pragma once

#include "dut.h"
#include "image.h"
#include "units/bits.h"

#include <stdbool.h>
#include <string.h>

/* Registers as laws see them, and counts of an RTL switch: one of the unit of every port, read in fields. */
struct law_register {
	const uint8_t *at[SWITCH_PORTS];
	unsigned bytes;                 /* 0: the switch has none */
};

/* Where they are: in an image, or of an RTL where its storage of each image register is given (probe.h), which has the same layout. */
struct law_place {
	const struct image *image;
	void *const *storage;
};

/* The register at a site that has an instance for each port, or one in all. */
struct law_register law_find(struct law_place, enum site, const char *name);

/* A whole register of up to 64 bits. */
static inline uint64_t law_word(const struct law_register *r, unsigned port)
{
	return stored(r->at[port], r->bytes);
}

/* Up to 64 bits of a register, from bit `lsb` on. */
static inline uint64_t law_bits(const struct law_register *r, unsigned port, unsigned lsb, unsigned width)
{
	uint32_t words[3];

	if (r->bytes <= 8)
		return law_word(r, port) >> lsb & ones(width);
	const unsigned first = lsb / 32, last = (lsb + width - 1) / 32;

	memcpy(words, r->at[port] + first * sizeof *words, (last - first + 1) * sizeof *words);
	return bits_get(words, lsb % 32, width);
}

/* Field i of a register that has fields of so many bits; 0, if there is no such register. */
static inline unsigned law_field(const struct law_register *r, unsigned port, unsigned i, unsigned width)
{
	return r->bytes ? (unsigned)law_bits(r, port, i * width, width) : 0;
}

/* A register of one bit. */
static inline bool law_bit(const struct law_register *r, unsigned port)
{
	return *r->at[port];
}

/* Word k of a register that is a set, `n` bits in all. */
static inline uint64_t law_set(const struct law_register *r, unsigned port, unsigned k, unsigned n)
{
	if (r->bytes <= 8)
		return law_word(r, port);
	return law_bits(r, port, k * 64, n - k * 64 < 64 ? n - k * 64 : 64);
}

/* The lowest member of a register that is a set; n: it is empty. */
static inline unsigned law_lowest(const struct law_register *r, unsigned port, unsigned n)
{
	for (unsigned k = 0; k * 64 < n; k++) {
		const uint64_t set = law_set(r, port, k, n);

		if (set)
			return k * 64 + lowest(set);
	}
	return n;
}

/* Is one of these registers of a port another one than it was? Their values are kept, one behind the other. */
static inline bool law_any_changed(const struct law_register *const *r, unsigned n, unsigned port, uint8_t *was)
{
	bool any = false;

	for (; n--; was += (*r++)->bytes)
		if ((*r)->bytes && memcmp(was, (*r)->at[port], (*r)->bytes)) {
			memcpy(was, (*r)->at[port], (*r)->bytes);
			any = true;
		}
	return any;
}
