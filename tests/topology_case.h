#pragma once

#include "net/topology/topology_stored.h"
#include "rng.h"

/*
 * Topologies of any kind by two numbers, for tests that take all kinds but those of wormhole routers (net_wormhole.c). An xgft is a folded butterfly: k ports up and down, and all 2k down at its
 * last stage.
 */
static inline struct topology_config topology_case(enum topology_kind kind, unsigned k, unsigned n)
{
	struct topology_config c = { .kind = kind, .k = k, .n = n, .levels = n };

	for (unsigned i = 0; kind == TOPOLOGY_XGFT && i < n; i++) {
		c.down[i] = i + 1 < n ? k : 2 * k;
		c.up[i] = i ? k : 1;
	}
	return c;
}

/* An xgft of any shape: up to 4 stages, 6 ports down, 5 up, `most` nodes. */
static inline struct topology_config topology_drawn(struct rng *rng, unsigned most)
{
	struct topology_config c = { .kind = TOPOLOGY_XGFT };
	unsigned nodes = 0;

	while (nodes < 2 || nodes > most) {
		c.levels = 1 + rng_below(rng, 4);
		nodes = 1;
		for (unsigned i = 0; i < c.levels; i++) {
			c.down[i] = 1 + rng_below(rng, 6);
			c.up[i] = i ? 1 + rng_below(rng, 5) : 1;
			nodes *= c.down[i];
		}
	}
	return c;
}

static inline unsigned topology_case_nodes(const struct topology_config *c)
{
	unsigned nodes = 1;

	if (c->kind == TOPOLOGY_SINGLE)
		return c->k;
	if (c->kind == TOPOLOGY_DRAGONFLY)
		return c->g * c->a * c->p;
	for (unsigned i = 0; i < c->dims; i++)
		nodes *= c->size[i];
	if (c->dims)
		return nodes * c->p;
	for (unsigned i = 0; i < (c->kind == TOPOLOGY_XGFT ? c->levels : c->n); i++)
		nodes *= c->kind == TOPOLOGY_XGFT ? c->down[i] : c->k;
	return nodes;
}

/* The same topology as tables in memory. NULL: not enough memory, or it has no tables. */
static inline struct topology_stored *topology_case_stored(const struct topology *t)
{
	struct topology_stored *s = topology_stored_new(t->switches, t->radix, t->nodes);
	bool good = s;

	for (uint32_t node = 0; good && node < t->nodes; node++)
		good = topology_stored_node(s, node, t->attach(t, node).index, t->attach(t, node).port);
	for (uint32_t sw = 0; good && sw < t->switches; sw++) {
		for (unsigned port = 0; good && port < t->radix; port++) {
			const struct place far = t->peer(t, sw, port);
			const bool first = far.is == SWITCH && (far.index > sw || (far.index == sw && far.port > port));

			good = !first || topology_stored_link(s, sw, port, far.index, far.port);
		}
		for (uint32_t d = 0; good && d < t->nodes; d++)
			good = topology_stored_route(s, sw, d, t->out(t, sw, d));
	}
	if (good)
		return s;
	topology_stored_free(s);
	return NULL;
}
