#pragma once

#include "topology_stored.h"

/* The options of a topology, as they are typed. */
struct topology_words {
	unsigned topology;
	uint64_t k, n, p, a, h, g;
	bool k_given, n_given, p_given, a_given, h_given, g_given;
	const char *down, *up, *sizes;  /* NULL: not given */
};

/* Those of a struct of options. */
#define TOPOLOGY_WORDS(o) { \
	.topology = (o)->topology, .k = (o)->k, .n = (o)->n, .p = (o)->p, .a = (o)->a, .h = (o)->h, .g = (o)->g, \
	.k_given = (o)->given.k, .n_given = (o)->given.n, .p_given = (o)->given.p, .a_given = (o)->given.a, .h_given = (o)->given.h, .g_given = (o)->given.g, \
	.down = (o)->down, .up = (o)->up, .sizes = (o)->sizes, \
}

/* The topology that the options mean. False: why. */
bool topology_read(struct topology_config *, const struct topology_words *, char why[TOPOLOGY_WHY]);

/*
 * Parameters until the topology is chosen: the radix is that of the network, or grid, ary and dims of wormhole routers, which are of torus and mesh; the default
 * of nodes is that of no network. False: why.
 */
bool topology_ahead(struct params *p, const bool *given, const struct topology_config *, char why[TOPOLOGY_WHY]);

/* A parameter that the network needs to be at least so high, if switches have it and it was not given; and what follows from it. False: why. */
bool topology_choose(struct params *p, const bool *given, unsigned parameter, unsigned least, char why[PARAMS_WHY]);

/*
 * The topology of this configuration or, unless it is NULL, the stored one, of switches with these parameters. Those that were not given are chosen as the network needs them: radix; nodes, which are
 * words of a routing table; turnpool_bits and node_bits; grid, ary and dims of a k-ary n-cube; and then what follows from these (params_complete()). False: why.
 */
bool topology_choice(struct topology *t, const struct topology_config *c, struct topology_stored *stored, struct params *p, const bool *given,
		     char why[TOPOLOGY_WHY]);
