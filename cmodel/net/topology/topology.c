#include "topology_fit.h"

const char *const topology_names[TOPOLOGIES] = {
#define TOPOLOGY(id, text, help) text,
#include "topologies.def"
#undef TOPOLOGY
};

static struct place single_attach(const struct topology *t, uint32_t node)
{
	(void)t;
	return (struct place){ SWITCH, 0, node };
}

static struct place single_peer(const struct topology *t, uint32_t sw, unsigned port)
{
	(void)sw;
	return port < t->nodes ? (struct place){ NODE, port, 0 } : (struct place){ NOTHING, 0, 0 };
}

static unsigned single_hops(const struct topology *t, uint32_t source, uint32_t destination)
{
	(void)t, (void)source, (void)destination;
	return 1;
}

static unsigned single_out(const struct topology *t, uint32_t sw, uint32_t destination)
{
	(void)t, (void)sw;
	return destination;
}

static bool make_single(struct topology *t, const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	if (c->k == 1 || c->k > s->radix)
		return why_not(why, TOPOLOGY_WHY, "a single switch of %u ports has 2..%u nodes, not %u", s->radix, s->radix, c->k);
	t->nodes = c->k ? c->k : s->radix;
	t->switches = t->stages = t->first[1] = 1;
	t->down[0] = (uint8_t)t->nodes;
	t->attach = single_attach;
	t->peer = single_peer;
	t->route = topology_walk;
	t->out = single_out;
	t->hops = single_hops;
	return true;
}

static topology_maker *maker_of(enum topology_kind kind, const struct shape *s)
{
	switch (kind) {
	case TOPOLOGY_SINGLE: return make_single;
	case TOPOLOGY_XGFT: return xgft_make;
	case TOPOLOGY_TORUS:
	case TOPOLOGY_MESH: return s->by_flits ? cube_make : grid_make;
	case TOPOLOGY_HYPERX: return hyperx_make;
	case TOPOLOGY_DRAGONFLY: return dragonfly_make;
	default: return tree_make;
	}
}

bool topology_make(struct topology *t, const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	*t = (struct topology){ .radix = s->radix, .turn_w = s->turn_w };
	return maker_of(c->kind, s)(t, c, s, why) && topology_nodes_fit(t, s, why);
}

unsigned topology_radix(const struct topology_config *c)
{
	switch (c->kind) {
	case TOPOLOGY_SINGLE: return c->k;
	case TOPOLOGY_XGFT: return xgft_radix(c);
	case TOPOLOGY_TORUS:
	case TOPOLOGY_MESH: return grid_radix(c);
	case TOPOLOGY_HYPERX: return hyperx_radix(c);
	case TOPOLOGY_DRAGONFLY: return c->p + c->a - 1 + c->h;
	default: return 2 * c->k;
	}
}
