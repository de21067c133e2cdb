#include "topology_choice.h"

static bool choose(struct params *p, unsigned parameter, unsigned value, char why[PARAMS_WHY])
{
	char text[16];

	snprintf(text, sizeof text, "%u", value);
	return params_set(p, params_table[parameter].name, text, why);
}

static bool choose_radix(struct params *p, bool open, const struct topology_config *c, char why[PARAMS_WHY])
{
	const unsigned radix = topology_radix(c);
	const struct param_desc *d = &params_table[PARAM_INDEX_radix];

	if (!open || !radix)
		return true;
	if (radix < d->min || radix > d->max) {
		snprintf(why, PARAMS_WHY, "--k: %u needs switches of radix %u, which is outside %u..%u", c->k, radix, d->min, d->max);
		return false;
	}
	return choose(p, PARAM_INDEX_radix, radix, why) && params_check(p, why);
}

/* Words in the routing tables. */
static bool choose_nodes(struct params *p, bool open, const struct topology *t, char why[PARAMS_WHY])
{
	const struct param_desc *d = &params_table[PARAM_INDEX_nodes];

	if (!params_used(p, d))
		return true;
	if (open)
		return choose(p, PARAM_INDEX_nodes, t->nodes, why) && params_check(p, why);
	if (t->nodes <= p->nodes)
		return true;
	snprintf(why, PARAMS_WHY, "nodes: %u words of a routing table do not do for the %u nodes of the network", p->nodes, t->nodes);
	return false;
}

bool topology_choice(struct topology *t, const struct topology_config *c, struct params *p, struct topology_open open, char why[TOPOLOGY_WHY])
{
	_Static_assert((int)TOPOLOGY_WHY == (int)PARAMS_WHY, "messages are passed on");
	if (!choose_radix(p, open.radix, c, why))
		return false;
	const struct shape s = shape_of(p);

	return topology_make(t, c, &s, why) && choose_nodes(p, open.nodes, t, why);
}
