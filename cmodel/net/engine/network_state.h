#pragma once

#include "links.h"
#include "net/nodes/node.h"
#include "state.h"
#include "stock.h"

#include <pthread.h>
#include <stdatomic.h>

/*
 * State of a network: banks of end nodes or of switches; a bank is stepped as one. Each thread runs a part of the network, and each process
 * (processes.h) has as many parts: it has the state of these alone. Banks are numbered by process. Those
 * of a part are contiguous, and parts begin at multiples of PART_ALIGN, so that no two parts write the same cache line of a set.
 *
 * Time is cut into spans that are not longer than the delay of a link: what is sent in a span arrives in a later span. So
 * each bank can be stepped through all cycles of a span at once, independently of the others: in a turn, whose state is then read from memory once.
 *
 * If the banks have two sides, such that all links lead from one to the other (trees, meshes), turns are twice as long, since the sides take turns: one
 * is a span ahead of the other, and is overtaken by it. Turn t has spans t - 1 and t, of the banks of side t modulo 2.
 */
enum { PART_ALIGN = 512, NO_BANK = (1 << 24) - 1, NETWORK_PARTS = 256 };

/* What banks of switches are of. A network interface is a switch of two ports (spec/shape.h): to a switch, and to its node. */
enum kind { KIND_SWITCH, KIND_NIC, KINDS };

struct switch_kind {
	struct backend backend;
	const struct shape *shape;
	unsigned banked;                /* switches of a bank */
	struct hot_lines hot;           /* of a bank, in a network that is `large` */
};

/*
 * As many switches as the backend takes in a bank, or SWITCH_PORTS nodes; the last bank of a part may have fewer. Port p of
 * switch k is port k * radix + p of the bank, node k is port k.
 */
struct bank {
	_Alignas(64)
	struct wire *wire;              /* by port */
	struct bundle *bundle;          /* the same, by bank at the far end: of wormhole routers that write to it themselves (network.direct) */
	struct wire *messages;          /* by port: where messages go. To the far end of the link; but the token of wormhole routers, to the next one */
	const struct switch_kind *kind; /* of the switches */
	struct sluice_switch *sw;       /* switches; NULL in a bank of nodes */
	uint64_t due;                   /* of the switches: next cycle in which they have to be stepped even if nothing arrives */
	unsigned members;               /* number of switches or nodes; 0: the bank is unused */
	uint32_t first;                 /* index of the first one in the topology; of network interfaces, that of its node */
	unsigned bundles;

	struct nodes *nodes;            /* NULL in a bank of switches */
	struct paced *paced;            /* links out of it that are slower than others (network_paces.h); NULL: none is */
};

/* Words of the state of switches that are the same wherever they are made (state.h): of banks of so many. */
enum { KEPT = 2 };                      /* full banks, and the last one */
struct kept_words {
	unsigned members;               /* 0: not looked for yet */
	struct state_kept kept;
};

/* Something that crosses from one part to another; in checkpoints, anything that is under way. */
enum { HEAD, CREDIT, MESSAGE };

struct crossing {
	uint64_t cycle;                 /* of arrival */
	uint32_t bank : 24, what : 8;
	uint8_t port;
	uint8_t tokens;                 /* HEAD: of the link, where links have a pace; VC and number of the flit, where links carry flits of several packets */
	uint8_t vc, flit;
	union {
		struct packet packet;
		struct message msg;
		uint16_t queue;
	};
};

/* A credit that crosses, without what the others have. */
struct crossed_credit {
	uint64_t cycle;
	uint32_t bank : 24, port : 8;
	uint16_t queue;
};

/* What crosses from one part to another in a turn. Credits, half of it, are apart: they are short. */
struct crossings {
	_Alignas(64)                    /* only one thread writes it */
	unsigned n, capacity;
	unsigned credits, credits_most;
	struct crossing *at;
	struct crossed_credit *credit;
	struct flow_list sent;          /* notes on packets from nodes of the one part to nodes of the other */
};

struct range {
	uint32_t first, end;
};

/* What one thread runs. */
struct part {
	_Alignas(64)
	unsigned number;
	struct range nodes, nics, switches;     /* banks of nodes; of network interfaces, behind them, if there are any; of switches, behind those */
	struct stats_shard *stats;
	struct node_counts counts;
	struct flows flows;             /* packets under way to its nodes */
	struct crossings *out[2];       /* by parity of the turn, by number of the part */
	uint64_t turn;                  /* turns that have been run: the same number in all parts */
	struct switch_out result;
	struct links links;             /* of the bank that is stepped, if `direct` */
	struct departures later;        /* likewise, if `large` */
	struct hot_fetching ahead;      /* of a bank that will be stepped soon, if `large` */
	uint64_t wrong_cycle;           /* of the first failure of a check; UINT64_MAX: none */
	uint32_t wrong_node;
	char wrong[NETWORK_WHY];
};

struct network;

/* Runs a bank through cycles `from` to `to` - 1, all of one turn. */
typedef void run_bank(struct network *, struct part *, uint32_t bank, uint64_t from, uint64_t to);

struct network {
	struct network_config config;
	struct switch_kind kind[KINDS];
	struct shape entrance;          /* of what nodes send to: a switch, or the send side of a network interface */
	struct node_setup setup;
	run_bank *run_nodes;
	struct stats *stats;

	struct ring_shape rings;        /* of the banks: arrivals under way; the credits of a cycle are filled in just before its step */
	unsigned demand_mask;           /* length of the rings demand_due_at - 1 */
	unsigned horizon;               /* cycles ahead that due sets always cover */
	uint64_t cycle;
	uint64_t moved;                 /* moves of packets at the last check that there are any */

	unsigned banks;                 /* length of bank[]; banks between the parts are unused */
	struct bank *bank;
	bool direct;                    /* switches write departures into `rings`: with one part, and a backend that can; of wormhole routers, with few banks */
	uint32_t *place_of_switch, *place_of_node;      /* by index in the topology: bank * SWITCH_PORTS + first port, in its process */
	uint8_t *part_of_switch, *part_of_node;         /* by index in the topology: number of the part */
	uint32_t *place_of_nic;         /* likewise, by index of its node; NULL: there are none */
	struct due_sets due;            /* of all banks: `mask` and `set` are 0 if there are so few that all are run */
	bool few;
	bool large;                     /* banks, and what is sent, come from memory: they are fetched in time */
	unsigned latest;                /* most cycles that a packet is longer on a slow link than on the others */
	unsigned sides;                 /* 1 or 2 */
	uint64_t *side;                 /* a bit for each bank that is of side 1 */

	unsigned parts;                 /* of this process */
	unsigned first_part, all_parts; /* number of the first of these; parts of all processes */
	struct part *part;
	struct exchange *exchange;      /* with other processes; NULL: this one is alone */
	uint32_t border;                /* with other processes and one part: the first bank that something crosses to */
	atomic_uint start, arrived, generation;         /* start of the threads; the others: barrier */
	pthread_mutex_t lock;                           /* of `changed`: start or generation has changed */
	pthread_cond_t changed;
	uint64_t target;                                /* cycle that the threads run to */
	unsigned spins;                                 /* looks at the barrier before a thread sleeps */

	struct kept_words kept[KINDS][KEPT];
	struct image *tables[KINDS];    /* of registers and their ranges; NULL: nothing has been read */

	struct stock memory;            /* arrays of network_take() */
	struct bank_room {              /* memory of the banks of a kind, in large pages */
		struct reserved {
			void *at;       /* NULL: there is none */
			size_t bytes;
		} states, past, slots;          /* no slots: they are behind states */
		struct switch_memory memory;    /* of each */
		size_t each;                    /* bytes from a state to the next */
		struct switch_room next;        /* of the next bank; no state: it has memory of its own */
	} room[KINDS];
	struct reserved sparse[2];      /* what is under way to the banks */
	uint64_t bytes;
	char why[NETWORK_WHY];
};

static inline void network_add_counts(struct node_counts *into, const struct node_counts *from)
{
	into->injected += from->injected;
	into->delivered += from->delivered;
	into->refused += from->refused;
	into->misdelivered += from->misdelivered;
	into->out_of_order += from->out_of_order;
	into->steps += from->steps;
	into->moved += from->moved;
}

/* Is a part, by its number, one of this process? */
static inline bool network_has_part(const struct network *n, unsigned part)
{
	return part - n->first_part < n->parts;
}

static inline bool network_has_switch(const struct network *n, unsigned index)
{
	return network_has_part(n, n->part_of_switch[index]);
}

static inline bool network_has_node(const struct network *n, unsigned index)
{
	return network_has_part(n, n->part_of_node[index]);
}

/* The bank of a place of this process: a value of place_of_switch or place_of_node. */
static inline struct bank *network_bank(const struct network *n, uint32_t place)
{
	return n->bank + place / SWITCH_PORTS;
}

/* By index in the topology; a node of this process. */
static inline struct node *network_node(const struct network *n, unsigned index)
{
	const uint32_t place = n->place_of_node[index];

	return network_bank(n, place)->nodes->node + place % SWITCH_PORTS;
}

/* Assigns places and parts to switches and nodes. Before there is room for that: how many numbers banks need; *all: how many banks all processes have. */
void network_deal(struct network *);
uint32_t network_bank_numbers(struct network *, uint32_t *all);

/* Assigns places to switches and nodes, allocates and wires them. False: out of memory; network_free() frees what was allocated. */
bool network_build(struct network *);

/* The function that runs banks of such nodes. */
run_bank *network_nodes_run(struct node_kind);

/* Run all cycles before `cycle`, with all threads. False: a thread could not be created, and nothing has run. */
bool network_advance(struct network *, uint64_t cycle);

/* Finds the sides of the banks, once they have their places. False: out of memory. */
bool network_divide(struct network *);

/* At the beginning of a turn: what a part has sent in the turn before the last, of its parity, is with the others. Then, before banks are run that something
 * crosses to: it takes over what others have sent to it in the last turn. */
void network_forget(const struct network *, struct part *, unsigned parity);
void network_receive(struct network *, struct part *);

/* Something reaches a bank of this process. */
void network_arrive(struct network *, const struct crossing *);

/* With other processes: allocate, if there are any; free; send what crossed in a turn, once all threads have run it; wait for what others have sent, if that
 * is under way; a part takes over its share of that. */
bool exchange_new(struct network *);
void exchange_free(struct exchange *);
void exchange_send(struct network *);
bool exchange_under_way(const struct exchange *);
void exchange_end(struct network *);
bool exchange_lacks_memory(const struct exchange *);

/* Set why: `problem`, and which packet waits for what; or, if none waits, what is left in the network. */
void network_report_stall(struct network *, const struct network_counts *, const char *problem);

/* Memory (network_memory.c): blocks for arrays; and for switches, their states, their slots, and what only images show. */

/* Allocate zeroed memory, aligned to a cache line. Pages take no memory until they are touched. NULL: out of memory. */
void *network_take(struct network *, size_t count, size_t size);

/*
 * Likewise, so many bytes for each bank. which: 0 or 1, of two such arrays. It has room for banks of other processes, too, but what is not touched takes no memory.
 * NULL: the banks in use need more than the machine has.
 */
void *network_take_sparse(struct network *, unsigned which, size_t each);

/* Ask for large pages for all of these bytes: in a large network consecutive accesses are on different pages. */
void network_enlarge_pages(void *at, size_t bytes);

/*
 * Reserve large pages for the banks of a kind. A large page takes memory as a whole, so in a large network equal slots of all of them are side by side: of the
 * first few slots, in large pages. Then, room for the next bank; false: it has memory of its own.
 */
void network_room(struct network *, enum kind);
bool network_next_bank(struct network *, enum kind, struct switch_room *);

/* Free all of that. */
void network_free_memory(struct network *);
