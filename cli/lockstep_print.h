#ifndef LOCKSTEP_PRINT_H
#define LOCKSTEP_PRINT_H

#include "lockstep.h"

#include <stdio.h>

/* What `sluice lockstep` says of a run. */

extern const char *const backend_names[];       /* by enum lockstep_backend; [0]: NULL */
extern const char *const injection_names[INJECTIONS];

/* Progress on a terminal: a line that is written over. */
struct progress {
	FILE *f;                        /* NULL: none */
	const char *what;
	uint64_t cycles;                /* to run */
	double began, said;             /* seconds */
};

void progress_begin(struct progress *p, FILE *terminal, const char *what, uint64_t cycles);
void progress_at(void *progress, uint64_t cycle);
void progress_end(struct progress *p);

/* Traffic, throughput, congestion, drain. */
void print_summary(const struct lockstep *l, FILE *f);

/* The last line of a run that went well. */
void print_verdict(const struct lockstep *l, FILE *f);

#endif
