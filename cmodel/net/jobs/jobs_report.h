#pragma once

#include "jobs.h"
#include "net/engine/network.h"
#include "net/results/stats.h"

/* What jobs took, beside what they would take in an idle network. */

/* Messages. Slowdown: how many times as long as in an idle network. */
struct messages_report {
	uint64_t messages, flits;
	double time_mean, time_p50, time_p99, time_p999, time_max;
	double slowdown_mean, slowdown_p50, slowdown_p99, slowdown_p999, slowdown_max;
};

/* An operation of all ranks of a job, in one round: from the end of that before at its last rank to its own end there, whatever ranks began earlier. So the
 * spans of all operations make up that of the job. Or the whole of a job. */
struct job_span {
	uint64_t begin, end;            /* UINT64_MAX: it has not ended */
	uint64_t idle;                  /* cycles in an idle network */
};

struct job_report {
	char name[JOB_NAME];
	unsigned level;
	uint32_t ranks;
	uint64_t rounds;
	unsigned calls;
	struct job_call *call;
	struct job_span whole;
	struct job_span *instance;      /* job_instances(); NULL: it has a graph */
	struct messages_report messages;
};

struct jobs_report {
	struct stock memory;            /* of all that follows */
	unsigned jobs;
	struct job_report *job;
	struct messages_report messages;        /* of all jobs */
};

/*
 * After stats_merge() and jobs_share(). jobs NULL, and then all that follows: before a run, in which nothing has ended; the report has the same names. NULL: out
 * of memory.
 */
struct jobs_report *jobs_report(const struct job_set *, const struct jobs *, const struct network_config *, const struct stats *);
void jobs_report_free(struct jobs_report *);

/* NaN: it has not ended; or, of the slowdown, takes no time in an idle network. */
double job_span_cycles(const struct job_span *);
double job_span_slowdown(const struct job_span *);

/* A call of a job in all rounds that have ended. NaN: in none. */
struct job_call_report {
	uint64_t times;
	double mean, max;               /* cycles */
	double idle;                    /* mean cycles in an idle network */
	double slowdown;                /* mean of those; NaN: it takes no time in an idle network */
};
struct job_call_report job_call_report(const struct job_report *, unsigned call);
