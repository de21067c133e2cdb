#ifndef ROUTING_H
#define ROUTING_H

#include "table.h"
#include "topology.h"

/*
 * Routing tables of a network whose switches have a static scheme: computed from topology and scheme, not kept.
 * DET routing: OBQA, section 2; queues: sections 3 and 4.1.
 */
struct routing {
	const struct topology *topology;
	unsigned scheme;                /* enum schemes */
	unsigned queues;                /* at every input of a switch */
};

/* Of switches of this shape, whose classifier is static; the topology has to stay. */
struct routing routing_of(const struct topology *, const struct shape *);

/* The queue in which a packet waits that is to leave a switch by this port. */
unsigned routing_queue_of(const struct routing *, unsigned port, uint32_t destination);

/* The same at a switch, whose port follows from the destination: what an end node names to the switch that it is on. */
unsigned routing_queue(const struct routing *, uint32_t sw, uint32_t destination);

/* What stands in the table of a switch. An end node has one queue, 0. */
struct table_entry routing_entry(const struct routing *, uint32_t sw, uint32_t destination);

#endif
