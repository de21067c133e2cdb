#pragma once

#include <stdint.h>
#include <stdio.h>

/* Values of any width, in 32-bit words, least significant first, written whole. */
static inline unsigned hex_digits(unsigned width)
{
	return (width + 3) / 4;
}

static inline void hex_print(const uint32_t *words, unsigned width, FILE *f)
{
	for (unsigned d = hex_digits(width); d--;)
		fputc("0123456789abcdef"[words[d / 8] >> d % 8 * 4 & 15], f);
}
