#pragma once

#include "job_graph.h"
#include "job_steps.h"

/* Jobs as a file describes them (docs/study/workloads.md), and the nodes that their ranks are on. Nothing here changes in a run. */
enum { JOB_NAME = 32, JOB_CALLS = 256, JOBS = 256 };

#define NO_RANK UINT32_MAX

struct job {
	char name[JOB_NAME];
	uint32_t ranks, first;          /* ranks of the job are numbered from `first` on among those of all jobs */
	uint64_t start, overhead;       /* cycle; cycles from the messages that a rank has waited for to what it does then */
	uint64_t level;                 /* service level of its packets */
	uint64_t rounds;                /* of all calls */
	unsigned calls;
	struct job_call *call;
	struct job_graph *graph;        /* in place of calls; NULL: there is none */
};

struct job_set {
	struct stock memory;
	unsigned jobs;
	struct job *job;
	uint32_t ranks;                 /* of all jobs */
	uint32_t *node;                 /* by rank */
	uint32_t *rank_of_node;         /* NO_RANK: none is there */
	uint32_t nodes;
};

/* Reads a file. seed: of random placement. NULL: why, with file and line. */
struct job_set *job_set_open(const char *path, uint32_t nodes, uint64_t seed, char why[LINES_WHY]);
void job_set_free(struct job_set *);

/* What a job does as a whole, one after the other: its calls in all rounds; 1 if it has a graph. */
static inline uint64_t job_instances(const struct job *j)
{
	return j->graph ? 1 : j->rounds * j->calls;
}
