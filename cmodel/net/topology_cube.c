#include "topology_cube.h"

#include "topology_fit.h"

/* Port 2 d leads to the next coordinate of dimension d, port 2 d + 1 to the one before; the port behind those of all dimensions is the node's. */
static unsigned local_port(const struct topology *t)
{
	return t->radix - 1;
}

static struct place cube_attach(const struct topology *t, uint32_t node)
{
	return (struct place){ SWITCH, node, local_port(t) };
}

static struct place cube_peer(const struct topology *t, uint32_t sw, unsigned port)
{
	if (port == local_port(t))
		return (struct place){ NODE, sw, 0 };
	const unsigned d = port / 2, x = topology_digit(t, sw, d), end = port % 2 ? 0 : t->k - 1;
	const uint32_t row = sw - x * t->power[d];

	if (x == end && !t->ring)
		return (struct place){ NOTHING, 0, 0 };
	return (struct place){ SWITCH, row + (x == end ? t->k - 1 - end : port % 2 ? x - 1 : x + 1) * t->power[d], port ^ 1 };
}

/* Routers on a shortest way. */
static unsigned cube_hops(const struct topology *t, uint32_t source, uint32_t destination)
{
	unsigned hops = 1;

	for (unsigned d = 0; t->power[d] < t->nodes; d++) {
		const unsigned x = topology_digit(t, source, d), y = topology_digit(t, destination, d), away = x < y ? y - x : x - y;

		hops += t->ring && t->k - away < away ? t->k - away : away;
	}
	return hops;
}

bool cube_make(struct topology *t, const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	t->ring = c->kind == TOPOLOGY_TORUS;
	if (!s->by_flits || c->k != s->ary || c->n != s->dims || t->ring != s->torus)
		return topology_complain(why, "k = %u, n = %u: the switches are no routers of such a network", c->k, c->n, 0);
	t->k = c->k;
	t->log_k = c->k & (c->k - 1) ? 0 : (unsigned)__builtin_ctz(c->k);
	for (unsigned i = 0; i <= c->n; i++)
		t->power[i] = i ? t->power[i - 1] * c->k : 1;
	t->nodes = t->switches = t->first[1] = t->power[c->n];
	t->stages = 1;
	t->attach = cube_attach;
	t->peer = cube_peer;
	t->hops = cube_hops;
	return true;
}
