#pragma once

/* Of lanes.h, what is done port by port where registers are not of 64 bytes. The functions are documented in lanes_wide.h. */
#include <stdbool.h>

static inline bool lanes_set_bit(uint64_t set, uint64_t *at, const uint16_t *number)
{
	uint64_t were = 0;
	unsigned i;

	EACH(i, set) {
		were |= at[i] >> number[i] & 1;
		at[i] |= UINT64_C(1) << number[i];
	}
	return were;
}

static inline uint64_t lanes_agree(uint64_t among, const uint32_t *a, const uint32_t *b, const uint32_t *mask)
{
	uint64_t agree = 0;
	unsigned i;

	EACH(i, among)
		agree |= (uint64_t)(((a[i] ^ b[i]) & mask[i]) == 0) << i;
	return agree;
}
