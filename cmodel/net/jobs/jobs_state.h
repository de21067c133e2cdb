#pragma once

#include "jobs.h"
#include "wishes.h"

#include <stdatomic.h>

/* The state of a run of jobs: of every rank, alone. */
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
	uint64_t *end;                  /* by instance */

	uint32_t ops, arrivals;         /* graph: operations and messages that are left */
	struct op_state *op;
};

struct jobs {
	struct job_set *set;
	unsigned flit_bits;
	struct rank *rank;              /* of all jobs */
	uint64_t at_once;               /* ranks that are done before anything has arrived */
	_Atomic uint64_t done;          /* others that are done */
	atomic_bool lacking;
};

/* The rank of a node; NULL: there is none. */
static inline struct rank *jobs_rank(const struct jobs *j, unsigned node)
{
	const uint32_t rank = j->set->rank_of_node[node];

	return rank == NO_RANK ? NULL : &j->rank[rank];
}
