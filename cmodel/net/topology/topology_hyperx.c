#include "topology_fit.h"
#include "topology_grid.h"

/*
 * Nodes are on the first ports; behind them are the ports of dimension 0, of dimension 1, and so on. Those of a dimension lead to the other switches of the
 * row, in the order of their coordinates. Routes are in dimension order, a link for each dimension in which coordinates differ.
 */
static struct place hyperx_attach(const struct topology *t, uint32_t node)
{
	const uint32_t sw = grid_switch(t, node);

	return (struct place){ SWITCH, sw, node - sw * t->grid.each.by };
}

/* The port of a switch of coordinate x for the switch of coordinate y. */
static unsigned port_to(const struct topology *t, unsigned d, unsigned x, unsigned y)
{
	return t->grid.port[d] + y - (y > x);
}

static struct place hyperx_peer(const struct topology *t, uint32_t sw, unsigned port)
{
	const struct topology_grid *g = &t->grid;

	if (port < g->each.by)
		return (struct place){ NODE, sw * g->each.by + port, 0 };
	if (g->dim[port] == g->dims)
		return (struct place){ NOTHING, 0, 0 };
	const unsigned d = g->dim[port], x = grid_at(t, d, sw), other = port - g->port[d], y = other + (other >= x);

	return (struct place){ SWITCH, sw + y * g->step[d].by - x * g->step[d].by, port_to(t, d, y, x) };
}

static unsigned hyperx_out(const struct topology *t, uint32_t sw, uint32_t destination)
{
	const uint32_t to = grid_switch(t, destination);
	const struct grid_difference f = grid_difference(t, sw, to);

	if (f.d < t->grid.dims)
		return port_to(t, f.d, f.x, f.y);
	return destination - to * t->grid.each.by;
}

static unsigned hyperx_hops(const struct topology *t, uint32_t source, uint32_t destination)
{
	uint32_t here = grid_switch(t, source), there = grid_switch(t, destination);
	unsigned hops = 1;

	for (unsigned d = 0; d < t->grid.dims; d++)
		hops += grid_coordinate(t, d, &here) != grid_coordinate(t, d, &there);
	return hops;
}

static struct route hyperx_route(const struct topology *t, uint32_t source, uint32_t destination)
{
	return topology_walk(t, hyperx_attach, hyperx_peer, hyperx_out, source, destination);
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
	t->attach = hyperx_attach;
	t->peer = hyperx_peer;
	t->route = hyperx_route;
	t->out = hyperx_out;
	t->hops = hyperx_hops;
	return topology_turns_fit(t, s, c->dims + 1, why);
}
