#include "topology_fit.h"

const char *const topology_names[TOPOLOGIES] = {
#define TOPOLOGY(id, text, help) text,
#include "topologies.def"
#undef TOPOLOGY
};

static struct place topology_attach(const struct topology *t, uint32_t node)
{
	return (struct place){ SWITCH, topology_switch(t, node), topology_node_port(t, node) };
}

static topology_maker *maker_of(enum topology_kind kind, const struct shape *s)
{
	switch (kind) {
	case TOPOLOGY_SINGLE: return single_make;
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
	*t = (struct topology){ .radix = s->radix, .turn_w = s->turn_w, .attach = topology_attach, .route = topology_walk };
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
