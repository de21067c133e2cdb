#ifndef ROUTES_H
#define ROUTES_H

#include "../packet.h"
#include "../table.h"
#include "rng.h"

/*
 * Routes that packets take: a few per output of the switch, which part at three of their turns
 * and agree in all others, so that downstream congested points are shared by some flows
 * and not by others, and nest. Or a routing table, drawn so that every output has as many destinations as
 * another, and so every queue, whatever the scheme would say: a switch cannot know. Words of it can be exchanged.
 */
struct routes;

struct routes *routes_new(const struct shape *s, uint64_t seed);
void routes_free(struct routes *);

/* A route from an input by way of an output: fills turnpool and turns_left. What stands in
 * the turnpool above the route is noise. With a table: destination, and the queue at the input. (Of fewer
 * destinations than outputs, some that goes elsewhere.) */
void routes_draw(const struct routes *, struct rng *, unsigned input, unsigned output, struct packet *p);

/* The routing table; NULL: the scheme has none. */
const struct table_entry *routes_table(const struct routes *);

/* Two destinations whose words may be exchanged: to different outputs. False: those that were drawn go the same way. */
bool routes_draw_pair(const struct routes *, struct rng *, uint32_t pair[2]);

/* Packets for the output of one are from now on drawn for the other; the table stays as it is ... */
void routes_exchange(struct routes *, const uint32_t pair[2]);

/* ... until its words are written. */
void routes_set(struct routes *, uint32_t destination, struct table_entry);

#endif
