#pragma once

#include "job_set.h"
#include "net/engine/processes.h"
#include "net/workload/workload.h"
#include "units/bits.h"
#include "wishes.h"

#include <stdatomic.h>

/*
 * A run of jobs (docs/study/workloads.md): ranks whose messages depend on each other. A message is cut into packets, and has arrived with the last one of them.
 * What a rank does is a function of when packets reached its own node, and of nothing else: so results do not depend on how nodes are divided among threads
 * and processes. Different threads may call this for different nodes at the same time.
 */

#define NO_NODE UINT32_MAX

/* What came from another node, and has left for it. */
struct peer {
	uint32_t node;                  /* NO_NODE: the place is free */
	int32_t messages;               /* that came, less those that were waited for; of a graph: that came */
	uint64_t flits;                 /* of a message whose last packet has not come */
	uint64_t at;                    /* cycle of the last flit of the last message */
	uint64_t left;                  /* messages */
};

/* State of an operation of a graph. */
struct op_state {
	uint64_t at;                    /* it begins in this cycle, or later */
	uint64_t arrived;               /* receive: what waits for the message may begin; UINT64_MAX: it has not come */
	uint32_t waits;
	uint32_t next;                  /* in a list of those to be looked at */
};

struct rank {
	const struct job *job;
	uint32_t number, node;          /* in the job */
	uint32_t wishes, wish_room, wish_number;
	struct wish *wish;              /* heap */
	struct wish taken;              /* the packet taken last was of it, as it was before */
	uint32_t peers, peer_room;      /* room: a power of two */
	struct peer *peer;              /* hash table */
	bool done;

	uint64_t now;                   /* all that has been done ended, in this cycle or before */
	uint64_t instance;              /* operations that have ended */
	uint32_t step, waits;           /* of the operation: steps begun; messages that the last one of them waits for */
	bool in_step, receives;         /* it has not ended; it has messages to wait for that others send */
	uint64_t *end;                  /* by instance, job_instances(): its cycle; UINT64_MAX: it has not ended */

	uint32_t ops, arrivals;         /* graph: operations and messages that are left */
	struct op_state *op;
};

struct jobs {
	struct stock memory;            /* of all ranks, but for what grows */
	struct job_set *set;
	unsigned flit_bits;
	struct rank *rank;              /* of all jobs */
	uint64_t at_once;               /* ranks that are done before anything has arrived */
	_Atomic uint64_t done;          /* others, of those that this process has seen messages of: the sum over all processes says when all are done */
	atomic_bool lacking;            /* memory was short, and messages are missing */
};

/* The rank of a node; NULL: there is none. */
static inline struct rank *jobs_rank(const struct jobs *j, unsigned node)
{
	const uint32_t rank = j->set->rank_of_node[node];

	return rank == NO_RANK ? NULL : &j->rank[rank];
}

/* NULL: why, with file and line. */
struct jobs *jobs_new(const char *path, uint32_t nodes, unsigned flit_bits, uint64_t seed, char why[LINES_WHY]);
void jobs_free(struct jobs *);

/* Take the next packet of a node. False: there is none for now. */
bool jobs_take(struct jobs *, unsigned node, unsigned packet_flits, struct demand *);

/* Give back the packet of a node that was taken last. */
void jobs_give_back(struct jobs *, unsigned node, const struct demand *);

/* A packet has come from another node. Is it the last one of a message? Then: the number of the job, and flits of the message. */
struct jobs_message {
	unsigned job;
	uint64_t flits;
};
bool jobs_packet(struct jobs *, unsigned node, unsigned source, unsigned flits, bool last, struct jobs_message *);

/* After that: its last flit comes in this cycle. What waits for the message begins. */
void jobs_arrived(struct jobs *, unsigned node, unsigned source, uint64_t cycle);

/* Likewise: a message has left a node for another one, which from this cycle on may send the next packet. */
void jobs_left(struct jobs *, unsigned node, unsigned destination, uint64_t cycle);

/* After the run: all processes get what each knows of the ranks on its own nodes. */
void jobs_share(struct jobs *, const struct processes *, bool (*own)(const void *context, unsigned node), const void *context);

size_t jobs_bytes(const struct jobs *);

/* The state of the rank of a node, as a checkpoint has it (state.h). And a number that says of which jobs it is. */
struct state;
void jobs_state(struct jobs *, unsigned node, struct state *);
uint64_t jobs_hash(const struct jobs *);
