#pragma once

#include "../packet.h"
#include "../units/bits.h"
#include "rng.h"

#include <stdbool.h>

enum { CUBE_PORTS = 2 * PARAM_MOST_dims + 1 };

/* A k-ary n-cube as neighbours of one of its routers see it (docs/internals/microarchitecture-wormhole.md, 1 and 3). Positions and destinations: coordinates, that of
 * dimension 0 lowest. Port 2d leads to the next higher coordinate of dimension d, port 2d + 1 to the next lower one. */
static inline unsigned cube_coordinate(const struct shape *s, uint32_t at, unsigned d)
{
	return at >> d * s->coord_w & (unsigned)ones(s->coord_w);
}

static inline uint32_t cube_with(const struct shape *s, uint32_t at, unsigned d, unsigned x)
{
	return (at & ~((uint32_t)ones(s->coord_w) << d * s->coord_w)) | (uint32_t)x << d * s->coord_w;
}

/* Number of a node. */
static inline uint32_t cube_number(const struct shape *s, uint32_t at)
{
	uint32_t n = 0;

	for (unsigned d = s->dims; d--;)
		n = n * s->ary + cube_coordinate(s, at, d);
	return n;
}

static inline uint32_t cube_anywhere(const struct shape *s, struct rng *r)
{
	uint32_t at = 0;

	for (unsigned d = 0; d < s->dims; d++)
		at = cube_with(s, at, d, rng_below(r, s->ary));
	return at;
}

/* Is there something behind a port? Not at the edges of a mesh. */
static inline bool cube_linked(const struct shape *s, uint32_t at, unsigned port)
{
	const unsigned a = cube_coordinate(s, at, port / 2);

	return port == s->local || s->torus || (port & 1 ? a > 0 : a < s->ary - 1);
}

/* The shortest ways of one dimension: bit 0 for "+", bit 1 for "-"; 0: it is done. */
static inline unsigned cube_shortest(const struct shape *s, unsigned a, unsigned x)
{
	const unsigned up = (x + s->ary - a) % s->ary;

	if (!s->torus)
		return (unsigned)(x > a) | (unsigned)(x < a) << 1;
	return (unsigned)(up && 2 * up <= s->ary) | (unsigned)(up && 2 * up >= s->ary) << 1;
}

/* Ports of all shortest ways, a bit each; the local port at the destination. */
static inline uint64_t cube_minimal(const struct shape *s, uint32_t at, uint32_t to)
{
	uint64_t ports = 0;

	for (unsigned d = 0; d < s->dims; d++)
		ports |= (uint64_t)cube_shortest(s, cube_coordinate(s, at, d), cube_coordinate(s, to, d)) << 2 * d;
	return ports ? ports : bit(s->local);
}

/* Lowest dimension to be travelled; dims: none. */
static inline unsigned cube_dimension(const struct shape *s, uint32_t at, uint32_t to)
{
	unsigned d = 0;

	while (d < s->dims && cube_coordinate(s, at, d) == cube_coordinate(s, to, d))
		d++;
	return d;
}

/* The port in dimension order. */
static inline unsigned cube_in_order(const struct shape *s, uint32_t at, uint32_t to)
{
	const unsigned d = cube_dimension(s, at, to);
	unsigned ways;

	if (d == s->dims)
		return s->local;
	ways = cube_shortest(s, cube_coordinate(s, at, d), cube_coordinate(s, to, d));
	if (ways == 3)
		ways = cube_coordinate(s, at, d) & 1 ? 2 : 1;
	return 2 * d + (ways == 2);
}

/* The port in the order of the mesh. */
static inline unsigned cube_in_mesh_order(const struct shape *s, uint32_t at, uint32_t to)
{
	const unsigned d = cube_dimension(s, at, to);

	return d == s->dims ? s->local : 2 * d + (cube_coordinate(s, to, d) < cube_coordinate(s, at, d));
}

/* Is the link between k - 1 and 0 still ahead, on the way by this port in its dimension? */
static inline bool cube_wraps(const struct shape *s, uint32_t at, uint32_t to, unsigned port)
{
	const unsigned a = cube_coordinate(s, at, port / 2), x = cube_coordinate(s, to, port / 2);

	return port & 1 ? x > a : x < a;
}
