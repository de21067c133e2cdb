#pragma once

#include "topology.h"
#include "why_not.h"

/* What topologies share when they check what fits. */

/* Do the turns of routes across so many switches fit into the header? False: why. */
bool topology_turns_fit(struct topology *, const struct shape *, unsigned turns, char why[TOPOLOGY_WHY]);

/* Does the number of every node fit into the header? False: why. */
bool topology_nodes_fit(const struct topology *, const struct shape *, char why[TOPOLOGY_WHY]);

/*
 * topology_make() and topology_radix() of a kind. XGFT: extended generalized fat trees (Oehring et al. 1995). GRID: torus and mesh of packet switches, with any
 * number of nodes at each. CUBE: k-ary n-cubes of wormhole routers, whose ends of rows are linked (torus) or not (mesh);
 * docs/internals/microarchitecture-wormhole.md, section 1. HYPERX: Ahn et al. 2009. DRAGONFLY: Kim et al. 2008, with the palmtree arrangement of global links
 * (Camarero et al. 2014), and routes that need one virtual channel.
 */
typedef bool topology_maker(struct topology *, const struct topology_config *, const struct shape *, char why[TOPOLOGY_WHY]);
topology_maker xgft_make, grid_make, cube_make, hyperx_make, dragonfly_make;
unsigned xgft_radix(const struct topology_config *);
unsigned hyperx_radix(const struct topology_config *);

/* Of trees, by their digits: the route up to the apex and down, and its switches. */
struct route tree_route(const struct topology *, uint32_t source, uint32_t destination);
unsigned tree_hops(const struct topology *, uint32_t source, uint32_t destination);

typedef struct place topology_attach(const struct topology *, uint32_t node);
typedef struct place topology_peer(const struct topology *, uint32_t sw, unsigned port);
typedef unsigned topology_out(const struct topology *, uint32_t sw, uint32_t address);

/* The route that follows from the output ports, as far as a header holds it. Inlined with the functions of a topology. */
__attribute__((always_inline)) static inline struct route topology_walk(const struct topology *t, topology_attach *attach, topology_peer *peer,
									topology_out *out, uint32_t source, uint32_t address)
{
	struct route r = { 0, 0 };

	for (struct place at = attach(t, source); at.is == SWITCH && (r.turns + 1) * t->turn_w <= 64;) {
		const unsigned port = out(t, at.index, address);

		if (port >= t->radix)
			break;
		route_turn(&r, t, at.port, port);
		at = peer(t, at.index, port);
	}
	return r;
}
