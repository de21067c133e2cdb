#include "topology_fit.h"

bool topology_turns_fit(struct topology *t, const struct shape *s, unsigned turns, char why[TOPOLOGY_WHY])
{
	t->turns = turns;
	return !s->by_route || turns * s->turn_w <= s->turnpool_bits ||
	       why_not(why, TOPOLOGY_WHY, s->turnpool_bits < PARAM_MOST_turnpool_bits ? "routes cross up to %u switches and need turnpool_bits of %u; it is %u" :
		       "routes cross up to %u switches and need turnpool_bits of %u; the most is %u", turns, turns * s->turn_w, s->turnpool_bits);
}

bool topology_nodes_fit(const struct topology *t, const struct shape *s, char why[TOPOLOGY_WHY])
{
	return !((t->nodes - 1) >> (s->node_bits < 31 ? s->node_bits : 31)) ||
	       why_not(why, TOPOLOGY_WHY, "%u nodes need node_bits of %u; it is %u", t->nodes, clog2(t->nodes), s->node_bits);
}

struct route topology_walk(const struct topology *t, uint32_t source, uint32_t destination)
{
	const uint32_t address = t->address ? t->address(t, source, destination) : destination;
	struct route r = { 0, 0 };

	for (struct place at = t->attach(t, source); at.is == SWITCH && (r.turns + 1) * t->turn_w <= 64;) {
		const unsigned port = t->out(t, at.index, address);

		if (port >= t->radix)
			break;
		route_turn(&r, t, at.port, port);
		at = t->peer(t, at.index, port);
	}
	return r;
}
