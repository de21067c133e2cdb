#pragma once

#include "fabric/fabric.h"
#include "simulation_options.h"

/* What hosts find at the end nodes of a fabric. */
enum endpoints { ENDPOINTS_NATIVE, ENDPOINTS_AXIS, ENDPOINTS_NONE, ENDPOINTS };

extern const char *const endpoints_names[ENDPOINTS];

/* Options of `sluice gen` for a network; texts that are NULL were not given. */
struct gen_network {
	const char *topology, *k, *n, *down, *up, *sizes, *p, *a, *h, *g;
	enum endpoints endpoints;
	unsigned link_registers;
};

/* A network to be generated. */
struct gen_fabric {
	struct simulation network;      /* its switches, network interfaces, topology */
	struct fabric fabric;           /* of the former */
	struct fabric_end *end;
	struct fabric_word *switch_word, *node_word;
	char topology[PARAMS_WHY], topology_options[PARAMS_WHY];
};

/* Makes it from the parameters given. False: why; nothing is to be freed. */
bool gen_fabric_make(struct gen_fabric *, const struct options *, const struct gen_network *, char why[PARAMS_WHY]);
void gen_fabric_free(struct gen_fabric *);
