#pragma once

#include "cube_rest.h"
#include "flit_sink.h"
#include "flit_source.h"

/*
 * Neighbours of a wormhole router: a source and a sink at each port that has a link, and the rest of the network. A pattern of traffic names output ports; the destination
 * is then a node behind that port. The router's position is drawn with the first seed; often it is that of node 0, where the token is at reset.
 */
struct cube_neighbours {
	uint32_t at;
	struct flit_waiting *waiting;   /* of all sources */
	struct flit_source source[CUBE_PORTS];
	struct flit_sink sink[CUBE_PORTS];
	struct cube_rest rest;
};

/* NULL: out of memory. */
struct cube_neighbours *cube_neighbours_new(const struct shape *, const struct neighbours_config *);
void cube_neighbours_free(struct cube_neighbours *);

/* The pointers must outlive it, or the next such call. */
void cube_neighbours_reset(struct cube_neighbours *, const struct shape *, const struct neighbours_config *, const struct traffic *, struct neighbours_stats *);

/* As those of neighbours.h. */
void cube_neighbours_drive(struct cube_neighbours *, uint64_t cycle, struct switch_in *);
void cube_neighbours_flit(struct cube_neighbours *, uint64_t cycle, unsigned output, const struct packet *, unsigned vc, unsigned flit);
bool cube_neighbours_drained(const struct cube_neighbours *);
