#pragma once

#include "job_set.h"
#include "net/engine/processes.h"
#include "net/workload/workload.h"

#include "units/bits.h"

/*
 * A run of jobs (docs/study/workloads.md): ranks whose messages depend on each other. A message is cut into packets, and has arrived with the last one of them.
 * What a rank does is a function of when packets reached its own node, and of nothing else: so results do not depend on how nodes are divided among threads
 * and processes. Different threads may call this for different nodes at the same time.
 */
struct jobs;

/* NULL: why, with file and line. */
struct jobs *jobs_new(const char *path, uint32_t nodes, unsigned flit_bits, uint64_t seed, char why[LINES_WHY]);
void jobs_free(struct jobs *);
const struct job_set *jobs_set(const struct jobs *);

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

/* Ranks that have done all, of those that this process has seen messages of; likewise, at the beginning. Their sum over all processes says when all are done. */
uint64_t jobs_done(const struct jobs *);
uint64_t jobs_done_at_once(const struct jobs *);

/* Memory was short, and messages are missing. */
bool jobs_lack_memory(const struct jobs *);

/* After the run: all processes get what each knows of the ranks on its own nodes. */
void jobs_share(struct jobs *, const struct processes *, bool (*own)(const void *context, unsigned node), const void *context);

/* When a rank ended an operation of its job: job_instances(). UINT64_MAX: it has not. */
uint64_t jobs_end(const struct jobs *, uint32_t rank, uint64_t instance);

size_t jobs_bytes(const struct jobs *);

/* How many service levels packets have: up to the highest of a job. */
unsigned jobs_levels(const struct jobs *);

/* The state of the rank of a node, as a checkpoint has it (state.h). And a number that says of which jobs it is. */
struct state;
void jobs_state(struct jobs *, unsigned node, struct state *);
uint64_t jobs_hash(const struct jobs *);
