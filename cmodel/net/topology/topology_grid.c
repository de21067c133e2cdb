#include "topology_fit.h"

/* Take the coordinate of the next dimension off a number. */
static unsigned grid_coordinate(const struct topology *t, unsigned d, uint32_t *number)
{
	const uint32_t rest = divide(*number, t->grid.size[d]), x = *number - rest * t->grid.size[d].by;

	*number = rest;
	return x;
}

/* The coordinate of a switch in a dimension. */
static unsigned grid_at(const struct topology *t, unsigned d, uint32_t sw)
{
	uint32_t number = divide(sw, t->grid.step[d]);

	return grid_coordinate(t, d, &number);
}

/*
 * Torus and mesh. Port 2 d leads to the next coordinate of dimension d, port 2 d + 1 to the one before; nodes are on the ports behind. Routes are in dimension order:
 * a packet goes along dimension 0 until it has the coordinate of its destination, then along dimension 1, and so on.
 *
 * In a ring no packet passes a certain switch, the end of the ring: it is where a packet enters the ring or leaves it. So the links of a ring do not wait
 * for each other in a circle. The end is the switch whose coordinate is the sum of the other coordinates of the row, modulo the size, so that ends of
 * rows, and the switches next to them, are everywhere.
 */
struct ring {
	unsigned size;
	unsigned x, y;                  /* of a switch and its destination, from the end of the ring on */
};

static unsigned modulo(unsigned x, struct divisor d)
{
	return x - divide(x, d) * d.by;
}

/* others: the sum of the other coordinates of the row. */
static struct ring ring_of(const struct topology *t, unsigned d, unsigned x, unsigned y, unsigned others)
{
	const struct divisor size = t->grid.size[d];
	const unsigned end = modulo(others, size);

	return (struct ring){ size.by, modulo(x + size.by - end, size), modulo(y + size.by - end, size) };
}

/* Is the way that of growing coordinates? From and to the end of the ring it is the shorter one; otherwise the one that does not pass the end. */
static bool ring_grows(struct ring r)
{
	return r.y == 0 ? 2 * r.x > r.size : r.x == 0 ? 2 * r.y <= r.size : r.y > r.x;
}

/* Are all switches of a row linked to each other? */
static bool is_hyperx(const struct topology *t, unsigned d)
{
	return t->grid.port[d];
}

/*
 * Links between switches of a row. Packet switches let no packet pass the end of a ring; wormhole routers find the ways themselves: this is a shortest
 * one.
 */
static unsigned distance(const struct topology *t, unsigned d, unsigned x, unsigned y, unsigned others)
{
	if (is_hyperx(t, d))
		return 1;
	if (!t->ring)
		return x > y ? x - y : y - x;
	const struct ring r = ring_of(t, d, x, y, others);
	const unsigned away = r.x > r.y ? r.x - r.y : r.y - r.x;

	return (!t->route || r.x == 0 || r.y == 0) && r.size - away < away ? r.size - away : away;
}

static struct place grid_peer(const struct topology *t, uint32_t sw, unsigned port)
{
	const struct topology_grid *g = &t->grid;
	const unsigned d = port / 2;

	if (d >= g->dims)
		return port - t->node_port < t->each.by ? (struct place){ NODE, sw * t->each.by + port - t->node_port, 0 } : (struct place){ NOTHING, 0, 0 };
	const unsigned x = grid_at(t, d, sw), last = g->size[d].by - 1, end = port % 2 ? 0 : last;
	const uint32_t row = sw - x * g->step[d].by;

	if (x == end && !t->ring)
		return (struct place){ NOTHING, 0, 0 };
	return (struct place){ SWITCH, row + (x == end ? last - end : port % 2 ? x - 1 : x + 1) * g->step[d].by, port ^ 1 };
}

/* The sum of the coordinates of a switch. */
static unsigned sum_of(const struct topology *t, uint32_t sw)
{
	unsigned sum = 0;

	for (unsigned d = 0; d < t->grid.dims; d++)
		sum += grid_coordinate(t, d, &sw);
	return sum;
}

/* HyperX: the port of a switch of coordinate x for the switch of coordinate y. */
static unsigned port_to(const struct topology *t, unsigned d, unsigned x, unsigned y)
{
	return t->grid.port[d] + y - (y > x);
}

/* In the first dimension in which the switch differs from that of the destination. */
static unsigned grid_out(const struct topology *t, uint32_t sw, uint32_t destination)
{
	uint32_t here = sw, there = topology_switch(t, destination);

	for (unsigned d = 0; d < t->grid.dims; d++) {
		const unsigned x = grid_coordinate(t, d, &here), y = grid_coordinate(t, d, &there);

		if (x != y && is_hyperx(t, d))
			return port_to(t, d, x, y);
		if (x != y)
			return 2 * d + !(t->ring ? ring_grows(ring_of(t, d, x, y, sum_of(t, sw) - x)) : y > x);
	}
	return topology_node_port(t, destination);
}

static unsigned grid_hops(const struct topology *t, uint32_t source, uint32_t destination)
{
	uint32_t here = topology_switch(t, source), there = topology_switch(t, destination);
	unsigned hops = 1, sum = t->ring ? sum_of(t, here) : 0;

	for (unsigned d = 0; d < t->grid.dims; d++) {
		const unsigned x = grid_coordinate(t, d, &here), y = grid_coordinate(t, d, &there);

		if (x != y)
			hops += distance(t, d, x, y, sum - x);
		sum += y - x;           /* the packet has the new coordinate when it goes on */
	}
	return hops;
}

/* Set what grids have in common: dimensions, switches, nodes. False: why. */
static bool grid_measure(struct topology *t, const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	uint64_t switches = 1;

	if ((c->dims < 1 && c->kind != TOPOLOGY_SINGLE) || c->dims > TOPOLOGY_DIMS)
		return why_not(why, TOPOLOGY_WHY, "a grid of %u dimensions; they must be 1..%u", c->dims, TOPOLOGY_DIMS);
	if (c->p < 1 || c->p > s->radix)
		return why_not(why, TOPOLOGY_WHY, "%u nodes a switch; they must be 1..%u", c->p, s->radix);
	t->grid.dims = c->dims;
	t->each = divisor_of(c->p);
	for (unsigned d = 0; d < c->dims; d++) {
		if (c->size[d] < 2 || c->size[d] > TOPOLOGY_NODES)
			return why_not(why, TOPOLOGY_WHY, "dimension %u has %u switches; it must have 2 or more", d, c->size[d]);
		t->grid.size[d] = divisor_of(c->size[d]);
		t->grid.step[d] = divisor_of((uint32_t)switches);
		switches *= c->size[d];
		if (switches * c->p > TOPOLOGY_NODES)
			return why_not(why, TOPOLOGY_WHY, "the dimensions make more than %u nodes", TOPOLOGY_NODES);
	}
	t->switches = t->first[1] = (uint32_t)switches;
	t->nodes = (uint32_t)switches * c->p;
	t->stages = 1;
	return true;
}

unsigned grid_radix(const struct topology_config *c)
{
	return 2 * c->dims + c->p;
}

/* Switches on the longest route. */
static unsigned longest(const struct topology *t)
{
	unsigned sum = 1;

	for (unsigned d = 0; d < t->grid.dims; d++) {
		const unsigned size = t->grid.size[d].by;

		sum += !t->ring ? size - 1 : size / 2 > size - 2 ? size / 2 : size - 2;
	}
	return sum;
}

bool grid_make(struct topology *t, const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	if (!grid_measure(t, c, s, why))
		return false;
	if (grid_radix(c) > s->radix)
		return why_not(why, TOPOLOGY_WHY, "%u dimensions and %u nodes a switch need radix %u", c->dims, c->p, grid_radix(c));
	t->ring = t->detours = c->kind == TOPOLOGY_TORUS;
	t->node_port = 2 * c->dims;
	t->peer = grid_peer;
	t->out = grid_out;
	t->hops = grid_hops;
	return topology_turns_fit(t, s, longest(t), why);
}

bool cube_make(struct topology *t, const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	struct topology_config grid = { .p = 1, .dims = c->n };

	t->ring = c->kind == TOPOLOGY_TORUS;
	if (!s->by_flits || c->k != s->ary || c->n != s->dims || t->ring != s->torus)
		return why_not(why, TOPOLOGY_WHY, "k = %u, n = %u: the switches are no routers of such a network", c->k, c->n);
	for (unsigned d = 0; d < c->n; d++)
		grid.size[d] = c->k;
	t->node_port = 2 * c->n;
	t->peer = grid_peer;
	t->route = NULL;
	t->hops = grid_hops;
	return grid_measure(t, &grid, s, why);
}

/*
 * HyperX. Nodes are on the first ports; behind them are the ports of dimension 0, of dimension 1, and so on. Those of a dimension lead to the other switches of the
 * row, in the order of their coordinates. Routes are in dimension order, a link for each dimension in which coordinates differ.
 */

static struct place hyperx_peer(const struct topology *t, uint32_t sw, unsigned port)
{
	const struct topology_grid *g = &t->grid;

	if (port < t->each.by)
		return (struct place){ NODE, sw * t->each.by + port, 0 };
	if (g->dim[port] == g->dims)
		return (struct place){ NOTHING, 0, 0 };
	const unsigned d = g->dim[port], x = grid_at(t, d, sw), other = port - g->port[d], y = other + (other >= x);

	return (struct place){ SWITCH, sw + y * g->step[d].by - x * g->step[d].by, port_to(t, d, y, x) };
}

unsigned hyperx_radix(const struct topology_config *c)
{
	unsigned radix = c->p;

	for (unsigned d = 0; d < c->dims; d++)
		radix += c->size[d] - 1;
	return radix;
}

bool hyperx_make(struct topology *t, const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	unsigned port = c->p;

	if (!grid_measure(t, c, s, why))
		return false;
	if (hyperx_radix(c) > s->radix)
		return why_not(why, TOPOLOGY_WHY, "the dimensions and %u nodes a switch need radix %u; it is %u", c->p, hyperx_radix(c), s->radix);
	for (unsigned d = 0; d < c->dims; d++) {
		t->grid.port[d] = (uint8_t)port;
		for (unsigned i = 1; i < c->size[d]; i++)
			t->grid.dim[port++] = (uint8_t)d;
	}
	for (; port < s->radix; port++)
		t->grid.dim[port] = (uint8_t)c->dims;
	t->peer = hyperx_peer;
	t->out = grid_out;
	t->hops = grid_hops;
	return c->kind == TOPOLOGY_SINGLE || topology_turns_fit(t, s, c->dims + 1, why);
}

/* A switch alone is one without dimensions. */
bool single_make(struct topology *t, const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	const struct topology_config grid = { .kind = TOPOLOGY_SINGLE, .p = c->k ? c->k : s->radix };

	if (c->k == 1 || c->k > s->radix)
		return why_not(why, TOPOLOGY_WHY, "a single switch of %u ports has 2..%u nodes, not %u", s->radix, s->radix, c->k);
	t->down[0] = (uint8_t)grid.p;
	return hyperx_make(t, &grid, s, why);
}
