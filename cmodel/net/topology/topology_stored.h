#pragma once

#include "stock.h"
#include "topology.h"

/*
 * A topology whose wiring and routes are tables in memory: any graph of switches of up to 64 ports, nodes on any of these, and for each switch and
 * destination the port by which packets leave.
 *
 *     struct topology_stored *s = topology_stored_new(switches, radix, nodes);
 *
 *     topology_stored_addresses(s, log, choice);               where nodes have several addresses
 *     topology_stored_node(s, node, sw, port);                 for every node
 *     topology_stored_link(s, sw, port, other, port_there);    for every link between switches, once
 *     topology_stored_route(s, sw, address, port);             for every switch and address that has a port
 *     topology_stored_rate(s, sw, port, rate);                 where links carry more or less than others
 *     s->name = name;                                          where outputs have names
 *     topology_stored_make(&t, s, &shape, why);                t refers to s, and ends before it
 *     topology_stored_free(s);
 *
 * Tables may lack ports, and packets may go round: routing_check() finds that. A network is run with tables only that connect all nodes.
 */
/*
 * Ports of a switch; entries of the tables: switches times addresses. Each takes two bytes, and eight more where packets carry their route, if entries are at
 * most a sixteenth of that. NO_PORT: packets cannot leave. RATES: as much more than the slowest link may the fastest carry.
 */
enum { STORED_RADIX = 64, STORED_ENTRIES = 1 << 28, STORED_NO_PORT = 255, STORED_RATES = 256 };

/* Which address of a node a source sends to: the first one, that of the source's number modulo how many there are, or one drawn from both numbers. */
enum topology_lid { LID_FIRST, LID_SOURCE, LID_HASH, LIDS };

extern const char *const topology_lid_names[LIDS];      /* "first", ... */

struct topology_stored {
	struct stock memory, of_addresses;
	unsigned switches, radix, nodes;
	uint32_t *far;                  /* by switch and port: what is there, packed */
	uint32_t *rate;                 /* likewise; 0: not known. NULL: no rate is */
	uint32_t *at;                   /* by node: where it is, packed */
	uint32_t *first;                /* by node: its first address, and behind the last one the number of all */
	uint32_t *owner;                /* by address: its node */
	enum topology_lid lid;
	unsigned addresses;
	uint8_t *out;                   /* by address and switch, so that a route is close together: output port */
	uint8_t *hops;                  /* likewise: switches from there to the destination; 0: packets do not arrive */
	uint64_t *route;                /* likewise: the route (topology_stored.c). NULL: routes are walked */
	void (*name)(const struct topology *, uint32_t sw, unsigned port, char text[TOPOLOGY_NAME]);    /* that of the topology; NULL: outputs have no names */
	const void *named;              /* what it needs */
};

/* Nothing is linked, and there are no routes. NULL: not enough memory. At most TOPOLOGY_NODES switches and nodes, and STORED_ENTRIES. */
struct topology_stored *topology_stored_new(unsigned switches, unsigned radix, unsigned nodes);
void topology_stored_free(struct topology_stored *);

/*
 * Node i has 2^log[i] addresses, each with its own routes: they are numbered node by node. Without this, or with log NULL, a node has one, its number.
 * Before the routes. False: not enough memory, or more than STORED_ENTRIES.
 */
bool topology_stored_addresses(struct topology_stored *, const uint8_t *log, enum topology_lid);

/* Put a node on a port; link two ports. False: there is no such node, switch or port, or it is linked already. */
bool topology_stored_node(struct topology_stored *, uint32_t node, uint32_t sw, unsigned port);
bool topology_stored_link(struct topology_stored *, uint32_t sw, unsigned port, uint32_t to, unsigned to_port);

/* The port by which packets for an address leave a switch. False: there is no such switch, address or port. */
bool topology_stored_route(struct topology_stored *, uint32_t sw, uint32_t address, unsigned port);

/* What the link of a port carries, both ways and in any unit, as the port at its other end has to have it as well. False: there is no such switch or port, or no
 * memory. */
bool topology_stored_rate(struct topology_stored *, uint32_t sw, unsigned port, uint32_t rate);

/* The topology, of switches of this shape. False: why; a node is not linked, or something does not fit. Lengths of routes are computed here. */
bool topology_stored_make(struct topology *, struct topology_stored *, const struct shape *, char why[TOPOLOGY_WHY]);
