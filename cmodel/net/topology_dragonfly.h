#ifndef TOPOLOGY_DRAGONFLY_H
#define TOPOLOGY_DRAGONFLY_H

#include "topology.h"

/* Dragonflies (Kim et al. 2008) with the palmtree arrangement of global links (Camarero et al. 2014), and routes that need one virtual channel. */
bool dragonfly_make(struct topology *, const struct topology_config *, const struct shape *, char why[TOPOLOGY_WHY]);

#endif
