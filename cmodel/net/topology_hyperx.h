#ifndef TOPOLOGY_HYPERX_H
#define TOPOLOGY_HYPERX_H

#include "topology.h"

/* HyperX (Ahn et al. 2009): topology_make() and topology_radix() of these. */
bool hyperx_make(struct topology *, const struct topology_config *, const struct shape *, char why[TOPOLOGY_WHY]);
unsigned hyperx_radix(const struct topology_config *);

#endif
