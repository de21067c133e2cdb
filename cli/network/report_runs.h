#pragma once

#include "params.h"

#include <stdio.h>

/* Runs of `sluice sim` that a page compares: from their JSON, or from their pages. */
struct report_runs;

/* NULL: why, with the name of the file, and errno; 0: it was read, but is not of runs. */
struct report_runs *report_runs_read(const char *const *file, unsigned files, char why[PARAMS_WHY]);
void report_runs_free(struct report_runs *);

unsigned report_runs_number(const struct report_runs *);

/* As data of the page: a list of objects {"file", "run", "series", "latencies", "links"}, the last three if they are known. False: not enough memory. */
bool report_runs_write(const struct report_runs *, FILE *);
