#pragma once

#include "lockstep.h"
#include "progress.h"

#include <stdio.h>

/* What `sluice lockstep` says of a run. */

extern const char *const injection_names[INJECTIONS];

/* Traffic, throughput, congestion, drain. */
void print_summary(const struct lockstep *l, FILE *f);

/* The last line of a run that went well. */
void print_verdict(const struct lockstep *l, FILE *f);
