#pragma once

#include "net/run/simulate.h"

#include <cjson/cJSON.h>

/* A whole network that `sluice gen` wrote, for the commands that take its sluice.conf: what its manifest says. */
struct generated_fabric {
	cJSON *manifest;
	char *words;                    /* options of its topology, cut */
};

/* Of the directory of that file. False: there is no network, and nothing is to be freed. */
bool generated_fabric_read(struct generated_fabric *, const char *config);
void generated_fabric_free(struct generated_fabric *);

/* "ktree, k = 4, n = 2". Registers on a link. */
const char *generated_fabric_topology(const struct generated_fabric *);
unsigned generated_fabric_stages(const struct generated_fabric *);

/* Gives the simulation its topology; the network must outlive it. */
bool generated_fabric_wire(struct generated_fabric *, struct simulation *, char why[PARAMS_WHY]);

/* The parameters of its network interfaces. */
bool generated_fabric_has_interfaces(const struct generated_fabric *);
bool generated_fabric_interfaces(const struct generated_fabric *, struct params *nic, char why[PARAMS_WHY]);

/* The module of its end nodes without the prefix that all have, "ni_nic", or "ni_axis_node"; NULL: it has none. */
const char *generated_fabric_node(const struct generated_fabric *);
