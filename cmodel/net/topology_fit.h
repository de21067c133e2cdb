#ifndef TOPOLOGY_FIT_H
#define TOPOLOGY_FIT_H

#include "topology.h"

/* What topologies share when they check what fits. Writes why; false. */
bool topology_complain(char why[TOPOLOGY_WHY], const char *format, unsigned a, unsigned b, unsigned c);

/* Do the turns of the longest route of a tree with so many stages fit into the header? False: why. */
bool topology_turns_fit(const struct shape *, unsigned stages, char why[TOPOLOGY_WHY]);

#endif
