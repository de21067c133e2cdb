#ifndef NETWORK_STATE_H
#define NETWORK_STATE_H

#include "node.h"

#include <stdatomic.h>

/*
 * What is in a network. Switches and nodes are kept in the order of the parts, one for each thread: a
 * part's are next to each other, and parts begin at multiples of PART_ALIGN, so that no two write one cache line of a set.
 *
 * Time is cut into spans no longer than what a link takes: what is sent in a span arrives in a later one. So within
 * a span every switch and node may be stepped through all its cycles at once, whatever the others do.
 */
enum { PART_ALIGN = 512, NO_PLACE = UINT32_MAX };

/* What arrives at a switch in one cycle, as in struct switch_in. */
struct arrivals {
	uint64_t head, credit, message;
};

enum { ARRIVES_HEAD = 1, ARRIVES_CREDIT = 2, ARRIVES_MESSAGE = 4 };

/* Far end of a port. */
struct wire {
	uint32_t to;                    /* index in switches or nodes */
	uint32_t link;                  /* the one that leaves by this port, for statistics */
	uint8_t is;                     /* of struct place */
	uint8_t port;
	uint8_t part;
};

/*
 * A bank of switches, as many as the backend takes in one; the last bank of a part may have fewer. Ports are those of the bank.
 * Rings of what is on its way: by cycle, and what headers, messages and credits (of static queues) say, by cycle and port.
 */
struct net_switch {
	void *sw;
	unsigned switches;              /* 0: nothing is here */
	uint64_t due;                   /* next cycle in which it has to be stepped even if nothing arrives */
	struct arrivals *at;
	struct packet *packet;
	struct message *msg;
	uint16_t *credit_queue;
	struct wire *wire;              /* by port */
};

struct net_node {
	struct node node;
	struct wire wire;
	uint8_t *at;
	struct packet *packet;
	struct message *msg;
	uint16_t *credit_queue;
};

/* Something that crosses from one part to another. */
struct crossing {
	uint64_t cycle;                 /* of arrival */
	uint32_t to;
	uint8_t is, port, what;
	union {
		struct packet packet;
		struct message msg;
		uint16_t queue;
	};
};

struct crossings {
	unsigned n, capacity;
	struct crossing *at;
};

struct range {
	uint32_t first, end;
};

/* What one thread runs. */
struct part {
	unsigned number;
	struct range switches, nodes;
	struct stats_shard *stats;
	struct node_counts counts;
	uint64_t steps, moved;          /* moved: packets, by a switch or into the network */
	struct crossings *out[2];       /* by parity of the span, by part */
	struct switch_in in;
	struct switch_out result;
	uint64_t wrong_cycle;           /* of the first failure of a check; UINT64_MAX: none */
	uint32_t wrong_node;
	char wrong[NETWORK_WHY];
};

struct network {
	struct network_config config;
	struct backend backend;
	struct node_setup setup;
	struct stats *stats;

	unsigned log_span;              /* cycles, a power of two */
	unsigned row_mask, load_mask;   /* lengths of the rings - 1: of arrivals, of what they say */
	unsigned span_mask;             /* of due sets */
	unsigned sight;                 /* cycles ahead that due sets reach for certain */
	uint64_t cycle;
	uint64_t moved, moved_at;       /* packets that moved, and the cycle in which that was last seen to have grown */

	unsigned bank, ports;           /* switches and ports of a bank */
	unsigned banks;
	struct range all_switches, all_nodes;           /* indices; those beyond a part's are unused */
	struct net_switch *sw;
	struct net_node *node;
	uint32_t *place_of_switch, *place_of_node;      /* by index in the topology; of a switch: bank * switches of a bank + number in it */
	unsigned switch_words, node_words;
	uint64_t *due_switches, *due_nodes;             /* by span, words: who has something to do in it */

	unsigned parts;
	struct part *part;
	atomic_uint start, arrived, generation;         /* of the threads; of the barrier */
	uint64_t target;                                /* of the threads that run */

	void *block[16];                /* what to free */
	size_t bytes;
	char why[NETWORK_WHY];
};

/* All cycles before `cycle`, by all threads. False: no thread to be had; nothing has run. */
bool network_advance(struct network *, uint64_t cycle);

/* Which packet waits for what, of a network in which none can move; or what is left of one that is to be empty. */
void network_explain(struct network *, const char *problem);

#endif
