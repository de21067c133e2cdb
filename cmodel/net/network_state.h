#ifndef NETWORK_STATE_H
#define NETWORK_STATE_H

#include "node.h"

#include <stdatomic.h>

/*
 * What is in a network: banks, of end nodes or of switches, each of which is stepped as one. Banks are kept in the order of the
 * parts, one for each thread: a part's are next to each other, and parts begin at multiples of PART_ALIGN, so that no two write one
 * cache line of a set.
 *
 * Time is cut into spans no longer than what a link takes: what is sent in a span arrives in a later one. So within
 * a span every bank may be stepped through all its cycles at once, whatever the others do.
 */
enum { PART_ALIGN = 512, NO_BANK = UINT32_MAX };

/* What arrives at a bank in one cycle, as in struct switch_in. */
struct arrivals {
	uint64_t head, credit, message;
};

/* Far end of a port. */
struct wire {
	uint32_t bank;
	uint32_t link;                  /* the one that leaves by this port, for statistics */
	uint8_t port, part;
};

/*
 * As many switches as the backend takes in one, or nodes as there are ports; the last bank of a part may have fewer. Port p of
 * switch k is port k * radix + p, node k has port k.
 * Rings of what is on its way: by cycle, and what headers, messages and credits (of static queues) say, by cycle and port.
 */
struct bank {
	struct arrivals *at;
	struct packet *packet;
	struct message *msg;
	uint16_t *credit_queue;
	struct wire *wire;              /* by port */
	unsigned members;               /* switches or nodes; 0: nothing is here */

	void *sw;                       /* NULL: nodes */
	uint64_t due;                   /* of the switches: next cycle in which they have to be stepped even if nothing arrives */

	struct node *node;              /* by port; NULL: switches */
	uint64_t *tries;                /* ring by cycle: nodes that may inject even if nothing arrives, or thought so once */
};

/* Something that crosses from one part to another. */
struct crossing {
	uint64_t cycle;                 /* of arrival */
	uint32_t bank;
	uint8_t port;
	enum { HEAD, CREDIT, MESSAGE } what;
	union {
		struct packet packet;
		struct message msg;
		uint16_t queue;
	};
};

struct crossings {
	_Alignas(64)                    /* a thread writes its own */
	unsigned n, capacity;
	struct crossing *at;
};

struct range {
	uint32_t first, end;
};

/* What one thread runs. */
struct part {
	_Alignas(64)
	unsigned number;
	struct range nodes, switches;   /* banks; of switches behind those of nodes */
	struct stats_shard *stats;
	struct node_counts counts;
	uint64_t steps, moved;          /* moved: packets, by a switch */
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
	unsigned span_mask, try_mask;   /* of due sets; of the rings of tries */
	unsigned sight;                 /* cycles ahead that due sets reach for certain */
	uint64_t cycle;
	uint64_t moved, moved_at;       /* packets that moved, and the cycle in which that was last seen to have grown */

	unsigned banked;                /* switches of a bank */
	unsigned banks;                 /* places for them; those beyond a part's are unused */
	struct bank *bank;
	uint32_t *place_of_switch, *place_of_node;      /* by index in the topology: bank * SWITCH_PORTS + first port */
	unsigned words;
	uint64_t *due;                  /* by span, words: banks that have something to do in it */

	unsigned parts;
	struct part *part;
	atomic_uint start, arrived, generation;         /* of the threads; of the barrier */
	uint64_t target;                                /* of the threads that run */

	void *block[16];                /* what to free */
	size_t bytes;
	char why[NETWORK_WHY];
};

static inline struct bank *network_bank(const struct network *n, uint32_t place)
{
	return n->bank + place / SWITCH_PORTS;
}

/* By index in the topology. */
static inline struct node *network_node(const struct network *n, unsigned index)
{
	const uint32_t place = n->place_of_node[index];

	return network_bank(n, place)->node + place % SWITCH_PORTS;
}

/* Deals places to switches and nodes, allocates and wires them. False: out of memory; network_free() frees what there is. */
bool network_build(struct network *);

/* All cycles before `cycle`, by all threads. False: no thread to be had; nothing has run. */
bool network_advance(struct network *, uint64_t cycle);

/* Which packet waits for what, of a network in which none can move; or what is left of one that is to be empty. */
void network_explain(struct network *, const char *problem);

#endif
