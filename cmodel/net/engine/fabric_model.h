#pragma once

#include "end_node.h"
#include "net/topology/routing.h"
#include "stock.h"

/*
 * The model of a whole network as `sluice gen --topology` writes it (docs/use/fabrics.md): switches, registers on links, end nodes with their adapters. Cycle by
 * cycle from reset on; the first cycles write the tables.
 * A network for experiments is network.h, which is faster, and has sources of its own.
 */
struct fabric_model_config {
	const struct topology *topology;        /* outlives the model */
	struct shape sw, nic;                   /* of switches, and of network interfaces */
	unsigned stages;                        /* registers on a link, each way */
};

/* Where links end: switches first, then network interfaces. Each has a ring of what is on its way to it, by cycle. */
struct fabric_model {
	struct fabric_model_config config;
	struct stock memory;
	const struct topology *topology;
	struct routing routing;
	uint64_t cycle, mask;           /* of the rings */
	uint64_t quiet;                 /* nothing is on a link from this cycle on */
	struct sluice_switch **sw;
	struct end_node **node;
	struct switch_in *in;           /* by end, by cycle */
};

/* At reset. NULL: out of memory. */
struct fabric_model *fabric_model_new(const struct fabric_model_config *);
void fabric_model_free(struct fabric_model *);

/* Runs the next cycle: what hosts drive, and what they see in it, by end node. */
void fabric_model_step(struct fabric_model *, const struct host_in *in, struct host_out *seen);

/* Nothing is left in it, nor on a link. */
bool fabric_model_drained(const struct fabric_model *);
