#ifndef TOPOLOGY_CHOICE_H
#define TOPOLOGY_CHOICE_H

#include "topology.h"

/* The options of a topology, as they are typed. */
struct topology_words {
	unsigned topology;
	uint64_t k, n;
	bool k_given, n_given;
	const char *down, *up;          /* NULL: not given */
};

/* The topology that the options mean. False: why. */
bool topology_read(struct topology_config *, const struct topology_words *, char why[TOPOLOGY_WHY]);

/* Parameters of the switches that are chosen as the topology needs them. */
struct topology_open {
	bool radix;
	bool nodes;                     /* words of a routing table */
};

/* The topology of this configuration, of switches with these parameters; those that are open in *p are chosen. False: why. */
bool topology_choice(struct topology *t, const struct topology_config *c, struct params *p, struct topology_open open, char why[TOPOLOGY_WHY]);

#endif
