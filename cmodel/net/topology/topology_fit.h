#pragma once

#include "topology.h"
#include "why_not.h"

/* What topologies share. Do the turns of routes across so many switches fit into the header? False: why. */
bool topology_turns_fit(struct topology *, const struct shape *, unsigned turns, char why[TOPOLOGY_WHY]);

/* Does the number of every node fit into the header? False: why. */
bool topology_nodes_fit(const struct topology *, const struct shape *, char why[TOPOLOGY_WHY]);

/*
 * topology_make() and topology_radix() of a kind; attach and route are those of all, unless it has its own. TREE: k-ary n-trees, and bidirectional
 * MINs. XGFT: extended generalized fat trees (Oehring et al. 1995). GRID: torus and mesh of packet switches, with any number of nodes at each. CUBE:
 * k-ary n-cubes of wormhole routers, whose ends of rows are linked (torus) or not (mesh); docs/internals/microarchitecture-wormhole.md, section 1.
 * HYPERX: Ahn et al. 2009. DRAGONFLY: Kim et al. 2008, with the palmtree arrangement of global links (Camarero et al. 2014), and routes that need one
 * virtual channel.
 */
typedef bool topology_maker(struct topology *, const struct topology_config *, const struct shape *, char why[TOPOLOGY_WHY]);
topology_maker single_make, tree_make, xgft_make, grid_make, cube_make, hyperx_make, dragonfly_make;
unsigned xgft_radix(const struct topology_config *);
unsigned grid_radix(const struct topology_config *);
unsigned hyperx_radix(const struct topology_config *);

/* The switch of a node, where those that have nodes have the same number of them and come first; and its port there. */
static inline uint32_t topology_switch(const struct topology *t, uint32_t node)
{
	return divide(node, t->each);
}

static inline unsigned topology_node_port(const struct topology *t, uint32_t node)
{
	return t->node_port + node - topology_switch(t, node) * t->each.by;
}

/* The route that follows from the output ports, as far as a header holds it. */
struct route topology_walk(const struct topology *, uint32_t source, uint32_t destination);
