#pragma once

#include "../packet.h"
#include "rng.h"

#include <stdbool.h>

/* Congested points as neighbours handle them: the lowest `len` turns of a route. */
static inline uint64_t point_mask(const struct shape *s, unsigned len)
{
	unsigned bits = len * s->turn_w;

	return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* Any turns of switches of that radix. */
static inline uint64_t point_any(const struct shape *s, struct rng *r, unsigned radix, unsigned len)
{
	uint64_t turns = 0;

	for (unsigned t = 0; t < len; t++)
		turns |= (uint64_t)rng_below(r, radix) << t * s->turn_w;
	return turns;
}

/* Will a packet with these turns left to take cross the congested point? */
static inline bool point_matches(const struct shape *s, uint64_t turns, unsigned len, uint64_t turnpool, unsigned turns_left)
{
	return turns_left >= len && !((turnpool ^ turns) & point_mask(s, len));
}
