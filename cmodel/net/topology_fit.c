#include "topology_fit.h"

#include <stdio.h>

bool topology_complain(char why[TOPOLOGY_WHY], const char *format, unsigned a, unsigned b, unsigned c)
{
	snprintf(why, TOPOLOGY_WHY, format, a, b, c);
	return false;
}

bool topology_turns_fit(const struct shape *s, unsigned stages, char why[TOPOLOGY_WHY])
{
	const unsigned turns = 2 * stages - 1;

	return !s->by_route || turns * s->turn_w <= s->turnpool_bits ||
	       topology_complain(why, "routes cross up to %u switches and need turnpool_bits of %u; it is %u", turns, turns * s->turn_w, s->turnpool_bits);
}
