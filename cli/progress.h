#pragma once

#include <stdint.h>
#include <stdio.h>

/* Progress on a terminal: a line that is written over, at most five times a second. */
struct progress {
	FILE *f;                        /* NULL: none */
	const char *what;
	const char *unit;               /* what is counted: "cycles" */
	uint64_t cycles;                /* to run; beyond, the rest drains */
	double began, said;             /* seconds */
};

void progress_begin(struct progress *p, FILE *terminal, const char *what, uint64_t cycles);
void progress_at(void *progress, uint64_t cycle);
void progress_end(struct progress *p);
