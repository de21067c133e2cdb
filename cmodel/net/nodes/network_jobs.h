#pragma once

#include "net/jobs/jobs.h"
#include "network_nodes.h"

/* What is left of a demand that a node has not come to goes back to its rank, which may have something earlier; the node asks again. */
static inline void jobs_reconsider(struct jobs *jobs, struct nodes *s, unsigned i, uint64_t cycle)
{
	struct node *const d = s->node + i;

	if (d->demand.cycle <= cycle)
		return;
	if (d->demand.cycle != NEVER)
		jobs_give_back(jobs, d->index, &d->demand);
	d->demand.cycle = NEVER;
	s->without_demand |= bit(i);
}

/* A packet of jobs arrives at node i of a bank in this cycle, its last flit in cycle `last`. Call it before sources are run. */
static __attribute__((noinline)) void jobs_deliver(const struct network *n, struct part *p, struct nodes *s, unsigned i, const struct packet *packet,
						   uint64_t last, uint64_t cycle)
{
	struct jobs *const jobs = workload_jobs(n->setup.workload);
	const uint32_t index = s->node[i].index;
	struct jobs_message m;

	if (packet->source >= n->config.topology.nodes || !jobs_packet(jobs, index, packet->source, packet->flits, node_is_last(packet->tag), &m))
		return;
	stats_message(p->stats, m.job, last, node_before(last, packet->tag, TAG_WANTED), m.flits,
		      network_idle_cycles(&n->config, packet->source, index, m.flits));
	jobs_reconsider(jobs, s, i, cycle);
	jobs_arrived(jobs, index, packet->source, last);
}

/* A packet of jobs leaves node i, which from cycle `free` on may send the next one. Call it when the node has sent. */
static inline void jobs_sent(const struct network *n, struct nodes *s, unsigned i, uint32_t destination, bool last, uint64_t cycle, uint64_t free)
{
	struct jobs *const jobs = workload_jobs(n->setup.workload);

	if (!last)
		return;
	jobs_reconsider(jobs, s, i, cycle);
	jobs_left(jobs, s->node[i].index, destination, free);
}
