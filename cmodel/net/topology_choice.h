#ifndef TOPOLOGY_CHOICE_H
#define TOPOLOGY_CHOICE_H

#include "topology_stored.h"

/* The options of a topology, as they are typed. */
struct topology_words {
	unsigned topology;
	uint64_t k, n, p, a, h, g;
	bool k_given, n_given, p_given, a_given, h_given, g_given;
	const char *down, *up, *sizes;  /* NULL: not given */
};

/* Those of a struct of options. */
#define TOPOLOGY_WORDS(o) { \
	.topology = (o)->topology, .k = (o)->k, .n = (o)->n, .p = (o)->p, .a = (o)->a, .h = (o)->h, .g = (o)->g, \
	.k_given = (o)->given.k, .n_given = (o)->given.n, .p_given = (o)->given.p, .a_given = (o)->given.a, .h_given = (o)->given.h, .g_given = (o)->given.g, \
	.down = (o)->down, .up = (o)->up, .sizes = (o)->sizes, \
}

/* The topology that the options mean. False: why. */
bool topology_read(struct topology_config *, const struct topology_words *, char why[TOPOLOGY_WHY]);

/* Parameters of the switches that are chosen as the topology needs them. */
struct topology_open {
	bool radix;
	bool nodes;                     /* words of a routing table */
	bool grid, ary, dims;           /* of a k-ary n-cube */
};

static inline struct topology_open topology_all_open(void)
{
	return (struct topology_open){ true, true, true, true, true };
}

/* The parameter is given. */
static inline void topology_close(struct topology_open *o, unsigned parameter)
{
	o->radix = o->radix && parameter != PARAM_INDEX_radix;
	o->nodes = o->nodes && parameter != PARAM_INDEX_nodes;
	o->grid = o->grid && parameter != PARAM_INDEX_grid;
	o->ary = o->ary && parameter != PARAM_INDEX_ary;
	o->dims = o->dims && parameter != PARAM_INDEX_dims;
}

/* The topology of this configuration, of switches with these parameters; those that are open in *p are chosen. False: why. */
bool topology_choice(struct topology *t, const struct topology_config *c, struct params *p, struct topology_open open, char why[TOPOLOGY_WHY]);

/* The same of a stored topology. */
bool topology_choice_stored(struct topology *t, struct topology_stored *, struct params *p, struct topology_open open, char why[TOPOLOGY_WHY]);

#endif
