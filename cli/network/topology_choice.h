#ifndef TOPOLOGY_CHOICE_H
#define TOPOLOGY_CHOICE_H

#include "net/topology.h"
#include "options.h"

/*
 * The topology that a command was asked for, of the switches that it was told of. What the user left open of these in *p is
 * chosen as the topology needs it. Returns false and says why.
 */
bool topology_choice(struct topology *t, const struct topology_config *c, struct params *p, const struct options *o, char why[PARAMS_WHY]);

#endif
