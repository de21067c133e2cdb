#pragma once

#include "bits.h"
#include "shape.h"

/*
 * Ports of a router of a k-ary n-cube that lead to a destination (docs/internals/microarchitecture-wormhole.md, section 3). At the destination they are the
 * local one, and no port is minimal.
 */
struct ways {
	unsigned minimal;               /* set of ports: all minimal ones */
	uint8_t order;                  /* the port in dimension order */
	uint8_t mesh;                   /* in the order of the mesh */
	bool wraps;                     /* in dimension order the link between coordinates k - 1 and 0 is ahead */
};

static inline unsigned ways_coordinate(const struct shape *s, uint32_t position, unsigned dim)
{
	return (unsigned)(position >> dim * s->coord_w & ones(s->coord_w));
}

static inline struct ways ways_to(const struct shape *s, uint32_t at, uint32_t destination)
{
	struct ways w = { .minimal = 0, .order = (uint8_t)s->local, .mesh = (uint8_t)s->local };

	for (unsigned d = s->dims; d-- > 0; ) {
		const unsigned x = ways_coordinate(s, destination, d), a = ways_coordinate(s, at, d);

		/* no branches: which way a packet has to go cannot be predicted */
		const bool above = x > a, below = x < a, elsewhere = x != a;
		const unsigned f = x - a + (above ? 0 : s->ary);
		const bool up = elsewhere & (s->torus ? 2 * f <= s->ary : above), down = elsewhere & (s->torus ? 2 * f >= s->ary : below);
		const bool goes_down = down & (!up || a % 2);

		w.minimal |= ((unsigned)up | (unsigned)down << 1) << 2 * d;
		w.order = elsewhere ? (uint8_t)(2 * d + goes_down) : w.order;
		w.mesh = elsewhere ? (uint8_t)(2 * d + below) : w.mesh;
		w.wraps = elsewhere ? (goes_down ? above : below) : w.wraps;
	}
	return w;
}
