#ifndef TOPOLOGY_CHOICE_H
#define TOPOLOGY_CHOICE_H

#include "topology.h"

/* Parameters of the switches that are chosen as the topology needs them. */
struct topology_open {
	bool radix;
	bool nodes;                     /* words of a routing table */
};

/* The topology of this configuration, of switches with these parameters; those that are open in *p are chosen. False: why. */
bool topology_choice(struct topology *t, const struct topology_config *c, struct params *p, struct topology_open open, char why[TOPOLOGY_WHY]);

#endif
