#pragma once

#include "memory_map.h"
#include "net/run/simulate.h"

#include <cjson/cJSON.h>

/* The directory that `sluice gen` wrote, as commands find it: by its sluice.conf. */

#define GEN_CONF "sluice.conf"
#define GEN_LIST "sluice.f"
#define GEN_MAP "memory.map"
#define GEN_SYNTHESIS_LIST "synthesis.f"
#define GEN_MANIFEST "manifest.json"

/* What it writes, and what lockstep and icarus build beside it: all that --force takes away. */
struct tree_rule;
extern const struct tree_rule gen_rule;

/* Directory of a config file, NULL: of none, the current one. The caller frees it. NULL: out of memory. */
char *generated_dir(const char *config);

/* The Verilog in dir is that of these parameters: so its top module says. Returns false and says why. */
bool generated_from(const char *dir, const struct params *p, char why[PARAMS_WHY]);

/* Reads a memory map. False: what is wrong has been said, and status is what to return. */
bool generated_map(const char *path, struct memory_map *map, int *status);

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
