#ifndef NODE_H
#define NODE_H

#include "admittance.h"
#include "flows.h"
#include "network.h"
#include "routing.h"
#include "units/destinations.h"

/*
 * An end node: the adapter that feeds an input of a switch, and the sink behind the output beside it.
 *
 * The adapter has a credit for each slot of the input, and a mirror of the congested points that the input has stopped: what would
 * cross one is held back. Of an input with static queues it has credits for each; what is for one without credit is held back.
 * The sink takes a flit a cycle. Both see and are seen by links only: what is decided in a cycle is on the link in the next.
 */

/* What is asked of nodes again and again: known when a step is compiled for the usual network. */
struct node_kind {
	bool queues;                    /* per-destination injection; otherwise it is fifo */
	bool few;                       /* destinations, for admittance queues */
	bool tables;                    /* the scheme has routing tables: headers say the destination, not the route */
	bool static_queues;             /* of the input, with credits for each */
	bool split;                     /* the network, between threads */
	bool awake;                     /* all banks are looked at in every cycle */
	unsigned flow_bits;
	unsigned pieces;                /* of routes: topology_binary */
};

struct node_setup {                     /* the same for all nodes */
	const struct shape *shape;
	const struct topology *topology;
	struct routing routing;         /* of schemes with routing tables */
	struct workload *workload;
	struct node_kind kind;
	unsigned credits;               /* that a node has when nothing it sent is in the switch */
	unsigned capacity;              /* packets that a source holds */
	bool hold;                      /* without room, the next packet waits outside; otherwise it is refused */
};

struct node {
	_Alignas(64)                    /* what every packet needs is on one cache line */
	struct demand demand;           /* next one of the workload; of cycle UINT64_MAX: it has no more */
	uint64_t origin;                /* of its routes: topology_turns() */
	uint32_t index;
	uint32_t stopped;               /* lines of the switch input */
	uint8_t *flows;                 /* by destination those sent, then by source those received */
	struct admittance queues;       /* per-destination injection only */
	struct message *line;           /* by line, where stopped: the congested point ... */
	struct destinations held;       /* ... with routing tables: what is on the way to it */
	uint16_t *credit;               /* by static queue */
	uint32_t at;                    /* the switch */
};

/*
 * The nodes of a bank, and which of them could do what: so a cycle asks only those that can. How many these are is chance, but loops over
 * a set end at random once for all nodes, where choices in a node would be at random for each.
 */
struct nodes {
	uint64_t sources;               /* injection has not been stopped */
	uint64_t idle;                  /* the last flit of what they sent last is out */
	uint64_t credited;              /* have a credit */
	uint64_t asking;                /* have no demand: they ask the workload as soon as they could send */
	uint64_t wanting;               /* their demand may be of this cycle or one before; fifo: and is not known to have to wait */
	uint64_t ready;                 /* per-destination: some packet in their queues is not known to have to wait */
	uint32_t spent[SWITCH_PORTS];   /* credits, of all queues */
	uint64_t *idle_at;              /* ring by cycle: they become idle ... */
	uint64_t *wanting_at;           /* ... or wanting */
	struct node *node;              /* by port */
	uint32_t bank;                  /* its number */
};

/* What a node counts, of all nodes of a thread together. */
struct node_counts {
	uint64_t injected, delivered, refused, misdelivered, out_of_order;
};

/* One of them. */
void nodes_reset(struct nodes *, const struct node_setup *, unsigned port, unsigned index);
void node_place(struct node *, struct arena *, const struct node_setup *);

void node_message(struct node *, const struct node_setup *, const struct message *);

/* What stands in the setup. */
unsigned node_all_credits(const struct shape *);

/* Packets in its queues. */
unsigned node_waiting(const struct node *, const struct node_setup *);

/* All credits home, nothing stopped. */
bool nodes_drained(const struct nodes *, unsigned port);

#endif
