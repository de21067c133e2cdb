#ifndef TOPOLOGY_CUBE_H
#define TOPOLOGY_CUBE_H

#include "topology.h"

/* k-ary n-cubes of wormhole routers, whose ends of rows are linked (torus) or not (mesh); docs/internals/microarchitecture-wormhole.md, section 1. */
bool cube_make(struct topology *, const struct topology_config *, const struct shape *, char why[TOPOLOGY_WHY]);

/* The coordinates of a router or node, as headers and the pin `at` have them: that of dimension 0 lowest. */
static inline uint32_t cube_at(const struct shape *s, uint32_t index)
{
	uint32_t at = 0;

	for (unsigned d = 0; d < s->dims; d++) {
		at |= index % s->ary << d * s->coord_w;
		index /= s->ary;
	}
	return at;
}

#endif
