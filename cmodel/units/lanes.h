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
