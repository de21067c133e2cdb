#pragma once

#include "topology.h"

/* Torus and mesh of packet switches: ports that a switch needs. */
unsigned grid_radix(const struct topology_config *);

/* Set what grids have in common: dimensions, switches, nodes. False: why. */
bool grid_measure(struct topology *, const struct topology_config *, const struct shape *, char why[TOPOLOGY_WHY]);

/* The switch of a node. */
static inline uint32_t grid_switch(const struct topology *t, uint32_t node)
{
	return divide(node, t->grid.each);
}

/* Take the coordinate of the next dimension off a number. */
static inline unsigned grid_coordinate(const struct topology *t, unsigned d, uint32_t *number)
{
	const uint32_t rest = divide(*number, t->grid.size[d]), x = *number - rest * t->grid.size[d].by;

	*number = rest;
	return x;
}

/* The coordinate of a switch in a dimension. */
static inline unsigned grid_at(const struct topology *t, unsigned d, uint32_t sw)
{
	uint32_t number = divide(sw, t->grid.step[d]);

	return grid_coordinate(t, d, &number);
}

/* The first dimension in which two switches differ, and their coordinates there. */
struct grid_difference {
	unsigned d;                     /* the number of dimensions if they are the same */
	unsigned x, y;
};

static inline struct grid_difference grid_difference(const struct topology *t, uint32_t sw, uint32_t to)
{
	struct grid_difference f = { 0, 0, 0 };

	for (; f.d < t->grid.dims; f.d++) {
		f.x = grid_coordinate(t, f.d, &sw);
		f.y = grid_coordinate(t, f.d, &to);
		if (f.x != f.y)
			break;
	}
	return f;
}

/* The coordinates of a wormhole router or its node, as headers and the pin `at` have them: that of dimension 0 lowest. */
static inline uint32_t cube_at(const struct shape *s, uint32_t index)
{
	uint32_t at = 0;

	for (unsigned d = 0; d < s->dims; d++) {
		at |= index % s->ary << d * s->coord_w;
		index /= s->ary;
	}
	return at;
}
