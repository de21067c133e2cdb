#pragma once

#include "params.h"

#include <cjson/cJSON.h>
#include <stdio.h>

/* Runs of `sluice sim` that a page compares, as a list: from their JSON, or from their pages. NULL: why, with the name of the file, and errno; 0: it was read, but is not of runs. */
cJSON *report_runs_read(const char *const *file, unsigned files, char why[PARAMS_WHY]);

/* As data of the page: a list of objects {"file", "run", "series", "latencies", "links"}, the last three if they are known. False: not enough memory. */
bool report_runs_write(const cJSON *, FILE *);
