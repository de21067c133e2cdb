#include "topology_choice.h"

static bool choose_radix(struct params *p, const struct options *o, const struct topology_config *c, char why[PARAMS_WHY])
{
	const unsigned radix = topology_radix(c);
	const struct param_desc *d = &params_table[PARAM_INDEX_radix];
	char text[16];

	if (o->param[PARAM_INDEX_radix] || o->config || !radix)
		return true;
	if (radix < d->min || radix > d->max) {
		snprintf(why, PARAMS_WHY, "--k: %u needs switches of radix %u, which is outside %u..%u", c->k, radix, d->min, d->max);
		return false;
	}
	snprintf(text, sizeof text, "%u", radix);
	return params_set(p, d->name, text, why) && params_check(p, why);
}

bool topology_choice(struct topology *t, const struct topology_config *c, struct params *p, const struct options *o, char why[PARAMS_WHY])
{
	_Static_assert((int)TOPOLOGY_WHY == (int)PARAMS_WHY, "messages are passed on");
	if (!choose_radix(p, o, c, why))
		return false;
	const struct shape s = shape_of(p);

	return topology_make(t, c, &s, why);
}
