#include "topology_fit.h"

const char *const topology_names[TOPOLOGIES] = {
#define TOPOLOGY(id, text, make, ports, help) text,
#include "topologies.def"
};

static struct place topology_attach(const struct topology *t, uint32_t node)
{
	return (struct place){ SWITCH, topology_switch(t, node), topology_node_port(t, node) };
}

static topology_maker *maker_of(const struct topology_config *c, const struct shape *s)
{
	switch (c->kind) {
#define TOPOLOGY(id, text, make, ports, help) case TOPOLOGY_##id: return make;
#include "topologies.def"
	default: return NULL;
	}
}

bool topology_make(struct topology *t, const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	*t = (struct topology){ .radix = s->radix, .turn_w = s->turn_w, .attach = topology_attach, .route = topology_walk };
	return maker_of(c, s)(t, c, s, why) && topology_nodes_fit(t, s, why);
}

unsigned topology_radix(const struct topology_config *c)
{
	switch (c->kind) {
#define TOPOLOGY(id, text, make, ports, help) case TOPOLOGY_##id: return ports;
#include "topologies.def"
	default: return 0;
	}
}
