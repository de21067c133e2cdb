#pragma once

#include "unit.h"

#include <assert.h>

/*
 * The side band: full buffers and delivered flits of all routers, added up dimension by dimension. Routers step together, so the place in the gather is
 * one for all. Knows nothing of routers but their counts.
 * RTL twin: rtl_gen/units/gather.v. Paper: 3.1.
 */
enum { GATHER_LINKS = 2 * PARAM_MOST_dims, GATHER_UP = 0, GATHER_DOWN = 1 };

struct gather_counts { uint32_t full, flow; };

/* Modulo the widths of counts. */
static inline struct gather_counts gather_sum(const struct shape *s, struct gather_counts a, struct gather_counts b)
{
	return (struct gather_counts){ (a.full + b.full) & (uint32_t)ones(s->full_w), (a.flow + b.flow) & (uint32_t)ones(s->flow_w) };
}

struct gather {
	struct gather_router {
		struct gather_counts sum, come[2];      /* of the routers heard of; what came travelling up and down, or came last, and has not been added if: */
		bool comes[2];
		uint32_t flow;          /* flits delivered since the last snapshot */
		uint16_t sends;         /* ports of the network by which counts go ... */
		struct gather_counts send[GATHER_LINKS];        /* ... or went last */
	} *router;
	unsigned hop, step, dim;        /* cycle of a hop, hop of a dimension, dimension */
	bool begun;                     /* there has been a snapshot */
};

extern const struct unit_model gather_unit;

/* In the cycle that comes, counts move on; and are of all routers. */
static inline bool gather_hops(const struct gather *u)
{
	return !u->hop;
}

static inline bool gather_snapshot(const struct gather *u)
{
	return !(u->hop | u->step | u->dim);
}

static inline bool gather_done(const struct gather *u)
{
	return gather_snapshot(u) && u->begun;
}

/* A hop of a router with so many full buffers. Returns the sum; if gather_done(), the totals. */
struct gather_counts gather_hop(struct gather *u, const struct shape *s, unsigned router, unsigned full);

/* In the same cycle, after the hop: counts come from the neighbour at a port of the network; a flit is delivered. */
void gather_come(struct gather *u, unsigned router, unsigned port, const struct message *m);

static inline void gather_deliver(struct gather *u, unsigned router)
{
	u->router[router].flow++;
}

/* After the hops of so many routers, or a cycle in which there are none: the next cycle. */
void gather_pass(struct gather *u, const struct shape *s, unsigned routers);
