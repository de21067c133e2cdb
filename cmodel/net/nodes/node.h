#pragma once

#include "admittance.h"
#include "cell_node.h"
#include "flit_node.h"
#include "flows.h"
#include "net/engine/network.h"
#include "net/topology/routing.h"
#include "units/destinations.h"

/*
 * An end node: the adapter that feeds an input of a switch, and the sink behind the output beside it.
 *
 * The adapter has a credit for each slot of the input, and a copy of the congested points that the input has stopped: it holds back
 * packets that would cross one. If the input has static queues, it has credits for each queue, and holds back packets without credit. So it has, for each
 * queue of the send side, behind a network interface that counts slots (docs/internals/microarchitecture-slot-nic.md), which knows the congested points.
 * On links with VCs the adapter is another one (cell_node.h), and so it is in a wormhole network (flit_node.h). The sink takes flits as they come. Both communicate by links only: what is
 * decided in a cycle is on the link in the next.
 */

/* Properties that inner loops depend on: constants in the code that is compiled for the usual network. */
struct node_kind {
	bool queues;                    /* per-destination injection; otherwise it is fifo */
	bool few;                       /* admittance_few() */
	bool tables;                    /* the scheme has routing tables: headers have the destination, not the route */
	bool credit_queues;             /* the queues of the switch input have credits of their own; or those of a network interface */
	bool by_queue;                  /* `few`, nodes are known by their numbers, and all that a packet waits for is the queue that its header names: what waits is a set, and nothing is parked */
	bool host;                      /* the node is the host of a network interface that counts slots: that gives packets their route, or their queue */
	bool split;                     /* the network is split between threads */
	bool levels;                    /* packets have several service levels */
	bool level_queues;              /* and queues, at sources and in switches, are by level: packets of other levels may overtake */
	bool cells;                     /* links have VCs, with credits in cells */
	bool flits;                     /* switches are wormhole routers */
	bool jobs;                      /* the traffic is that of jobs: packets say which one is the last of its message */
	bool headers;                   /* flits on links: only headers have their packet with them */
	bool addresses;                 /* switches know nodes by addresses (topology.h) */
	bool paced;                     /* some links are slower than others (network_paces.h) */
	bool awake;                     /* all banks are run in every cycle */
	unsigned pieces;                /* of struct topology_binary */
};

struct node_setup {                     /* the same for all nodes */
	const struct shape *shape;
	const struct topology *topology;
	struct routing routing;         /* of schemes with routing tables */
	struct workload *workload;
	struct node_kind kind;
	unsigned credits;               /* that a node has when nothing it sent is in the switch */
	unsigned capacity;              /* packets that a source holds; 0: any number */
	unsigned sls;                   /* service levels that packets have */
	unsigned level_queues;          /* on links with VCs: admittance queues of a service level */
	unsigned flows;                 /* of a node, with an admittance queue each: nodes, or nodes x service levels if these have queues of their own */
	bool hold;                      /* a packet for which there is no room waits; otherwise it is refused */
	unsigned source_vcs;            /* of a wormhole network, as in struct network_config ... */
	bool in_order;                  /* ... and packets of a flow arrive in their order */
};

struct node {
	_Alignas(64)                    /* what every packet needs is on one cache line */
	struct demand demand;           /* next packet of the workload; cycle UINT64_MAX: there is none */
	uint64_t origin;                /* topology_turns() of the node */
	uint32_t index;
	uint32_t stopped;               /* lines or queues that the switch input has stopped */
	uint32_t serial, received;      /* number of its next packet; packets received. Both modulo 2^32 */
	struct admittance queues;       /* per-destination injection only */
	struct message *line;           /* by line, if it is stopped: the congested point */
	struct destinations held;       /* with routing tables, by line: the stopped destinations */
	uint16_t *credit;               /* by static queue, or queue of the network interface */
	uint64_t blocked;               /* `by_queue`: flows whose packets have to wait */
	uint64_t *of_queue;             /* ... by queue: its flows ... */
	uint8_t *queue_of;              /* ... by flow: its queue */
	uint32_t at;                    /* index of its switch */
	struct cell_node *cells;        /* the adapter, on links with VCs */
	struct flit_node *flits;        /* in a wormhole network: adapter and sink */
};

/*
 * The nodes of a bank, and sets of those that can do something, so that a cycle runs no others. How many these are is unpredictable. But
 * a loop over a set ends with one misprediction for all nodes, where branches for each node would be mispredicted in each.
 */
struct nodes {                          /* what is before the rings is as a checkpoint has it */
	uint64_t sources;               /* nodes that may inject: injection has not been stopped */
	uint64_t idle;                  /* nodes that have sent the last flit of their last packet */
	uint64_t credited;              /* nodes that have a credit */
	uint64_t without_demand;        /* nodes without demand, which ask the workload as soon as they could send */
	uint64_t demand_due;            /* nodes whose demand may be due; fifo: and is not known to have to wait */
	uint64_t ready;                 /* per-destination: nodes with a packet in their queues that is not known to have to wait */
	uint32_t spent[SWITCH_PORTS];   /* by port: spent credits, of all queues */
	uint64_t *idle_at;              /* ring by cycle: nodes that become idle */
	uint64_t *demand_due_at;        /* ring by cycle: nodes whose demand may become due */
	struct node *node;              /* by port */
	struct flit_node **flits;       /* of a wormhole network, by port: its node.flits */
	uint32_t bank;                  /* its number */
};

/* Counts of a thread: packets of all its nodes together; and of its switches, steps, and packets that they granted. */
struct node_counts {
	uint64_t injected, delivered, refused, misdelivered, out_of_order;
	uint64_t steps, moved;
};

/* Reset the node `index` of the topology, at a port of its bank. */
void nodes_reset(struct nodes *, const struct node_setup *, unsigned port, unsigned index);
void node_place(struct node *, struct arena *, const struct node_setup *);

/* A message arrives from the switch input: a line or queue is stopped, or is stopped no longer. */
void node_message(struct node *, const struct node_setup *, const struct message *);

/* Number of packets in the queues of a node. */
unsigned node_waiting(const struct node *, const struct node_setup *);

/* True if the node has all its credits, and nothing is stopped. */
bool nodes_drained(const struct nodes *, unsigned port);

struct state;

/* The state of a bank of nodes, with its sets, as a checkpoint has it; credit_cycles, demand_cycles: lengths of the rings idle_at, demand_due_at. */
void nodes_state(struct nodes *, const struct node_setup *, unsigned members, unsigned credit_cycles, unsigned demand_cycles, struct state *);
