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

/* Where lines stand at an input. */
static inline enum site law_cam_of(const struct shape *s)
{
	if (s->sorted)
		return s->nodes ? SITE_dcam_sort : SITE_cam_sort;
	return s->nodes ? SITE_dcam_in : SITE_cam_in;
}

/* Keep the value of a port's register at *was, and go on behind it. Is it another one than was there? */
static inline bool law_changed(const struct law_register *r, unsigned port, uint8_t **was)
{
	uint8_t *const at = *was;

	*was += r->bytes;
	if (!r->bytes || !memcmp(at, r->at[port], r->bytes))
		return false;
	memcpy(at, r->at[port], r->bytes);
	return true;
}
