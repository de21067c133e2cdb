#pragma once

#include "unit.h"

/*
 * Selection of a queue in all ports of one kind: the lowest class goes first, within it the queue after the one served last. The wiring walks through
 * classes and queues in this order, and stops at the first that may be served.
 * RTL twin: rtl_gen/units/arb_vc.v.
 */
struct arb_vc {
	uint16_t *last;                 /* by port, by class: queue of the class served last */
};

/* The queue of the class served last: those above it are asked first. */
static inline unsigned arb_vc_last(const struct arb_vc *u, const struct shape *s, unsigned port, unsigned class)
{
	return u->last[port * s->classes + class];
}

static inline void arb_vc_served(struct arb_vc *u, const struct shape *s, unsigned port, unsigned class, unsigned queue)
{
	u->last[port * s->classes + class] = (uint16_t)queue;
}

extern const struct unit_model arb_vc_unit;
