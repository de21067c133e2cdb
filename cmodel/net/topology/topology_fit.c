#include "topology_fit.h"

bool topology_turns_fit(struct topology *t, const struct shape *s, unsigned turns, char why[TOPOLOGY_WHY])
{
	t->turns = turns;
	if (!s->by_route || turns * s->turn_w <= s->turnpool_bits)
		return true;
	return why_not(why, TOPOLOGY_WHY, s->turnpool_bits < PARAM_MOST_turnpool_bits ? "routes cross up to %u switches and need turnpool_bits of %u; it is %u" :
		       "routes cross up to %u switches and need turnpool_bits of %u; the most is %u",
		       turns, turns * s->turn_w, s->turnpool_bits);
}

bool topology_nodes_fit(const struct topology *t, const struct shape *s, char why[TOPOLOGY_WHY])
{
	if ((t->nodes - 1) >> (s->node_bits < 31 ? s->node_bits : 31))
		return why_not(why, TOPOLOGY_WHY, "%u nodes need node_bits of %u; it is %u", t->nodes, clog2(t->nodes), s->node_bits);
	return true;
}

struct route tree_route(const struct topology *t, uint32_t source, uint32_t destination)
{
	const unsigned apex = t->apex(t, source, destination);
	struct route r = { 0, 0 };

	for (unsigned i = 0; i < apex; i++)
		route_turn(&r, t, t->digit(t, source, i, false), t->down[i] + t->digit(t, destination, i, true));
	route_turn(&r, t, t->digit(t, source, apex, false), t->digit(t, destination, apex, false));
	for (unsigned i = apex; i-- > 0;)
		route_turn(&r, t, t->down[i] + t->digit(t, destination, i, true), t->digit(t, destination, i, false));
	return r;
}

unsigned tree_hops(const struct topology *t, uint32_t source, uint32_t destination)
{
	return 2 * t->apex(t, source, destination) + 1;
}
