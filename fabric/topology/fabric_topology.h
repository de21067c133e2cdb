#pragma once

#include "real_fabric.h"

#include "net/run/simulate.h"

/* A real fabric as the topology of a run: that which the options of the run name. All zero: none. */
struct fabric_topology {
	struct real_fabric_files files;
	struct real_fabric fabric;
	struct topology_stored *stored;
};

/* Takes the options of a fabric (cmodel/net/run/fabric.def) from another struct that has them. */
#define FABRIC_OPTIONS(to, from) do { \
	(to)->fabric = (from)->fabric; \
	(to)->routes = (from)->routes; \
	(to)->without = (from)->without; \
	(to)->lid = (from)->lid; \
	(to)->given.lid = (from)->given.lid; \
	(to)->allow_cycles = (from)->allow_cycles; \
	(to)->equal_rates = (from)->equal_rates; \
} while (0)

/* Reads it, without a word about what the check of its tables found. False: fabric.why. Whatever it returns, close it. */
bool fabric_topology_read(struct fabric_topology *, const struct simulate_options *);

/* Can its tables be run? Packets that do not arrive cannot; those that could block each other only if the options want it. */
bool fabric_topology_runs(const struct fabric_topology *, const struct simulate_options *);

/* The wiring and the routes, which the run refers to from then on. False: not enough memory. */
bool fabric_topology_wire(struct fabric_topology *, struct simulation *);

/* All of these, where the options of a run name a fabric. False: why, in a line. */
bool fabric_topology_open(struct fabric_topology *, struct simulation *, char why[OPTION_WHY]);
void fabric_topology_close(struct fabric_topology *);
