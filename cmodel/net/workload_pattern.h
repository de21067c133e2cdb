#ifndef WORKLOAD_PATTERN_H
#define WORKLOAD_PATTERN_H

#include "workload.h"

/* Does the pattern exist for this number of nodes? */
bool pattern_fits(const struct workload_config *, char why[WORKLOAD_WHY]);

/* Permutations: each node has one partner, to which it sends. Dally, Towles (2004), 3.2 */
bool pattern_permutes(enum workload_pattern);
unsigned pattern_partner(const struct workload_config *, unsigned node);

#endif
