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
 * cross one is held back. Of an input with static queues it has credits for each; what is for one without credit is held back. The sink takes a flit a cycle. Both see and are seen by links only: what is decided in a cycle is
 * on the link in the next.
 */
struct node_setup {                     /* the same for all nodes */
	const struct shape *shape;
	const struct topology *topology;
	struct routing routing;         /* of schemes with routing tables */
	struct workload *workload;
	enum node_injection injection;
	bool tables;                    /* the scheme has routing tables: headers say the destination, not the route */
	bool static_queues;             /* of the input, with credits for each */
	unsigned credits;               /* that a node has when nothing it sent is in the switch */
	unsigned flow_bits;
	unsigned capacity;              /* packets that a source holds */
	bool hold;                      /* without room, the next packet waits outside; otherwise it is refused */
};

struct node {
	_Alignas(64)                    /* what every packet needs is on one cache line */
	uint64_t free_at;               /* first cycle in which a header may be sent; UINT64_MAX: injection has been stopped */
	struct demand demand;           /* next one of the workload; of cycle UINT64_MAX: it has no more */
	uint32_t index;
	uint32_t stopped;               /* lines of the switch input */
	uint8_t *sent, *received;       /* flows, by destination, by source */
	uint16_t credits;               /* in all */
	bool wants;                     /* demand is valid */
	struct admittance queues;       /* per-destination injection only */
	struct message *line;           /* by line, where stopped: the congested point ... */
	struct destinations held;       /* ... with routing tables: what is on the way to it */
	uint16_t *credit;               /* by static queue */
	uint32_t at;                    /* the switch */
};

/* What a node counts, of all nodes of a thread together. */
struct node_counts {
	uint64_t injected, delivered, refused, misdelivered, out_of_order;
};

void node_place(struct node *, struct arena *, const struct node_setup *);
void node_reset(struct node *, const struct node_setup *, unsigned index);

void node_stop(struct node *);

void node_message(struct node *, const struct node_setup *, const struct message *);

/* What stands in the setup. */
unsigned node_all_credits(const struct shape *);

/* Packets in its queues. */
unsigned node_waiting(const struct node *, const struct node_setup *);

/* All credits home, nothing stopped. */
bool node_drained(const struct node *, const struct node_setup *);

#endif
