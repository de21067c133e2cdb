#pragma once

#include "../packet.h"
#include "../table.h"
#include "rng.h"

/*
 * Routes that packets take: a few per output of the switch, which differ at three of their turns
 * and agree in all others, so that congested points downstream are shared by some flows
 * and not by others, and nest. Or a random routing table, in which all outputs have about the same number of destinations,
 * and all queues, whatever the scheme would compute: a switch cannot tell. Words of the table can be exchanged.
 */
struct routes;

/* Draw routes, or a routing table if the scheme has one. NULL: out of memory. */
struct routes *routes_new(const struct shape *s, uint64_t seed);
void routes_free(struct routes *);

/* Draw a route from an input by way of an output: sets turnpool and turns_left. Bits of the
 * turnpool above the route are random. Of a network interface: `output` is the destination that a host names, and all turns are behind what
 * comes from the network; a queue that is a priority is random. With a table: sets destination, and the queue at the input. (If no
 * destination has this output, one that has another.) */
void routes_draw(const struct routes *, struct rng *, unsigned input, unsigned output, struct packet *p);

/* The routing table; of a network interface entries with the queues of the switch, or routes, a different one for each destination. */
struct table_words routes_table(const struct routes *);

/* Draw two destinations whose words may be exchanged. False: they have the same output (of a network interface: the same queue), and may not. */
bool routes_draw_pair(const struct routes *, struct rng *, uint32_t pair[2]);

/* From now on routes_draw() takes each of the two destinations for the other's output. The table stays as it is. */
void routes_exchange(struct routes *, const uint32_t pair[2]);

/* Set a word of the table, when it is written to the switch. */
void routes_set(struct routes *, uint32_t destination, struct table_entry);
