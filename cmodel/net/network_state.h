#ifndef NETWORK_STATE_H
#define NETWORK_STATE_H

#include "links.h"
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
enum { PART_ALIGN = 512, NO_BANK = (1 << 24) - 1 };

/*
 * As many switches as the backend takes in one, or nodes as there are ports; the last bank of a part may have fewer. Port p of
 * switch k is port k * radix + p, node k has port k.
 */
struct bank {
	_Alignas(64)
	struct wire *wire;              /* by port */
	void *sw;                       /* NULL: nodes */
	uint64_t due;                   /* of the switches: next cycle in which they have to be stepped even if nothing arrives */
	unsigned members;               /* switches or nodes; 0: nothing is here */

	struct nodes *nodes;            /* NULL: switches */
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
	struct switch_out result;
	struct links links;             /* of the bank that is stepped, if `direct` */
	uint64_t wrong_cycle;           /* of the first failure of a check; UINT64_MAX: none */
	uint32_t wrong_node;
	char wrong[NETWORK_WHY];
};

struct network;

/* Runs a bank through cycles of one span. */
typedef void run_bank(struct network *, struct part *, uint32_t bank, uint64_t from, uint64_t to);

struct network {
	struct network_config config;
	struct backend backend;
	struct node_setup setup;
	run_bank *run_nodes;
	struct stats *stats;

	unsigned log_span;              /* cycles, a power of two */
	unsigned in_mask, credit_mask;  /* lengths of a bank's rings - 1 */
	unsigned span_mask, want_mask;  /* of due sets; of the rings of wanting nodes */
	unsigned sight;                 /* cycles ahead that due sets reach for certain */
	uint64_t cycle;
	uint64_t moved, moved_at;       /* packets that moved, and the cycle in which that was last seen to have grown */

	unsigned banked;                /* switches of a bank */
	unsigned banks;                 /* places for them; those beyond a part's are unused */
	struct bank *bank;
	struct rings *rings;            /* by bank: what is on its way to it; of headers and messages, its credits come in just before they are read */
	bool direct;                    /* switches write to them: there is one part, few banks, and the backend can */
	uint32_t *place_of_switch, *place_of_node;      /* by index in the topology: bank * SWITCH_PORTS + first port */
	unsigned words, log_words;      /* a power of two */
	uint64_t *due;                  /* by span, words: banks that have something to do in it, unless there are only few: then all are looked at */
	bool few;

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

	return network_bank(n, place)->nodes->node + place % SWITCH_PORTS;
}

/* Deals places to switches and nodes, allocates and wires them. False: out of memory; network_free() frees what there is. */
bool network_build(struct network *);

/* What runs such nodes. */
run_bank *network_nodes_run(struct node_kind);

/* All cycles before `cycle`, by all threads. False: no thread to be had; nothing has run. */
bool network_advance(struct network *, uint64_t cycle);

/* Which packet waits for what, of a network in which none can move; or what is left of one that is to be empty. */
void network_explain(struct network *, const struct network_counts *, const char *problem);

#endif
