#ifndef JOBS_IDLE_H
#define JOBS_IDLE_H

#include "job_set.h"
#include "network.h"

/*
 * When jobs would end in a network where a message takes its time in an idle network, and waits for nothing but the links of its two nodes: the closed form
 * of docs/study/workloads.md. Called for each instance of a job in turn, with the cycles in which the last rank ended that before, and it.
 */
typedef void jobs_idle_instance(void *context, uint64_t instance, uint64_t begin, uint64_t end);

/* False: out of memory. */
bool jobs_idle(const struct job_set *, const struct job *, const struct network_config *, unsigned flit_bits, jobs_idle_instance *, void *context);

#endif
