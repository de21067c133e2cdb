#pragma once

#include "table.h"
#include "topology.h"

/*
 * Routing tables of a network: computed from topology and scheme, not stored.
 * DET routing: OBQA, section 2; queues: sections 3 and 4.1. Destinations are what headers have: addresses (topology.h), but that of routing_of_node().
 */
struct routing {
	const struct topology *topology;
	enum header_queue header_queue;
	unsigned queues;                /* that headers can name; 1 if they name none */
	bool to_next;                   /* a table has the queue at the next hop; otherwise the header keeps its queue */
};

/* Routing for switches of this shape, which have routing tables. The topology must outlive the result. */
struct routing routing_of(const struct topology *, const struct shape *);

/* Does the header name a queue by the destination? Those named by service levels are named so where there is one level. */
static inline bool routing_of_destination(const struct routing *r)
{
	return r->header_queue == QUEUE_OF_DESTINATION || r->header_queue == QUEUE_OF_LEVEL;
}

/* The queue of a packet, where it follows from its service level. */
static inline unsigned routing_level_queue(const struct routing *r, unsigned sl)
{
	return sl % r->queues;
}

/* The queue of a packet in a switch that it leaves by this output port; with one service level. */
unsigned routing_queue_of(const struct routing *, unsigned port, uint32_t destination);

/* The same in switch `sw`, where the port follows from the destination. An end node writes its result for the first switch into the header. */
unsigned routing_queue(const struct routing *, uint32_t sw, uint32_t destination);

/* The queue in the header of a packet that reached its destination: 0 from a table, otherwise as it was sent. */
static inline unsigned routing_end_queue(const struct routing *r, uint32_t destination)
{
	return r->to_next || !routing_of_destination(r) ? 0 : destination % r->queues;
}

/* The table entry of a switch for a destination. Its queue is 0 if the next hop is an end node, and if tables have no queues. */
struct table_entry routing_entry(const struct routing *, uint32_t sw, uint32_t destination);

/* That of the network interface of a node: the queue at its switch, or the route. */
struct table_entry routing_entry_of_node(const struct routing *, uint32_t node, uint32_t destination);
struct table_route routing_of_node(const struct topology *, uint32_t node, uint32_t destination);
