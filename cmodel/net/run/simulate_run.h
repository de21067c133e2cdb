#pragma once

#include "simulate.h"

/* A run in slices (simulate.h), and what it writes and reads of itself. */
struct simulation_run {
	const struct simulation *s;
	struct workload *w;
	struct network *n;
	struct stats *stats;
	struct samples *samples;        /* NULL: none are taken */
	uint64_t end;                   /* first cycle without traffic */
	uint64_t packets;               /* of a trace that runs to its end */
	bool seeking;                   /* that end, which is not known yet: `end` is the last that there may be */
	bool stopped, good;
	double cpu_seconds, seconds;    /* so far */
};

static inline const struct processes *processes_of(const struct simulation *s)
{
	return s->network.processes;
}

/* Processor time of all processes. */
double simulation_cpu_seconds(const struct simulation_run *);

/* The cycle of the next checkpoint; UINT64_MAX: there is none. In that cycle: write it. False: why. */
uint64_t simulation_next_checkpoint(const struct simulation_run *);
bool simulation_checkpoint(struct simulation_run *, char why[NETWORK_WHY]);

/* Of a run that has just begun: go on from a checkpoint. False: why. */
bool simulation_restart(struct simulation_run *, char why[NETWORK_WHY]);
