#pragma once

#include "../packet.h"

#include <stdbool.h>

/* Congested points as neighbours handle them: the lowest `len` turns of a route. */
static inline uint64_t point_mask(const struct shape *s, unsigned len)
{
	unsigned bits = len * s->turn_w;

	return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* Will a packet with these turns left to take cross the congested point? */
static inline bool point_matches(const struct shape *s, uint64_t turns, unsigned len, uint64_t turnpool, unsigned turns_left)
{
	return turns_left >= len && !((turnpool ^ turns) & point_mask(s, len));
}
