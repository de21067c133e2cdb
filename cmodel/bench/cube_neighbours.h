#pragma once

#include "neighbours.h"
#include "source.h"

/*
 * Neighbours of a wormhole router: a source and a sink at each port that has a link, and what the rest of the network shares with the router. A pattern of traffic
 * names output ports; the destination is then a node behind that port. The router's position is drawn with the first seed; often it is that of node 0, where the token
 * is at reset. Credits are counted at the links' senders (link_senders.h): sources obey them, and sinks give them.
 */
struct cube_neighbours;

/* NULL: out of memory. */
struct cube_neighbours *cube_neighbours_new(const struct shape *, const struct neighbours_config *);
void cube_neighbours_free(struct cube_neighbours *);
uint32_t cube_neighbours_position(const struct cube_neighbours *);

/* All pointers must outlive it, or the next such call. waiting: source_packets for each port. */
void cube_neighbours_reset(struct cube_neighbours *, struct link_senders *in, struct link_senders *out, const struct neighbours_config *, const struct traffic *,
			   struct neighbours_stats *, struct waiting *waiting);

/* As those of neighbours.h. */
void cube_neighbours_drive(struct cube_neighbours *, uint64_t cycle, struct switch_in *);
void cube_neighbours_flit(struct cube_neighbours *, uint64_t cycle, unsigned output, const struct packet *, unsigned vc, unsigned flit);
void cube_neighbours_message(struct cube_neighbours *, uint64_t cycle, unsigned port, const struct message *);
bool cube_neighbours_drained(const struct cube_neighbours *);          /* but for credits */
