#ifndef TOPOLOGY_XGFT_H
#define TOPOLOGY_XGFT_H

#include "topology.h"

/* Extended generalized fat trees (Oehring et al. 1995): topology_make() and topology_radix() of these. */
bool xgft_make(struct topology *, const struct topology_config *, const struct shape *, char why[TOPOLOGY_WHY]);
unsigned xgft_radix(const struct topology_config *);

#endif
