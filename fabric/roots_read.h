#ifndef ROOTS_READ_H
#define ROOTS_READ_H

#include "graph_read.h"

/* Read switches from their names or GUIDs, a line each, as OpenSM's -a does. root has room for all switches. False: why. */
bool roots_read(const struct graph *, struct named_text, uint32_t *root, uint32_t *n, char why[GRAPH_WHY]);

#endif
