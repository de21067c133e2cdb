#pragma once

#include "laws_state.h"

#include "link_use.h"

/*
 * The laws of switches whose ports have two sides of cells (docs/internals/microarchitecture-cioq.md): shared by laws_cells*.c. One port is looked at in each
 * cycle, in turn, since what is lost or stopped for good stays so; only grants are followed in every cycle.
 */
/* Registers of credits. */
struct law_credits {
	struct law_register taken, taking, need;
};

#define LAW_CELLS_REGISTERS OF(xin, to) OF(xout, open) OF(xout, xb_valid) OF(xout, xb_head) OF(xout, xb_src) OF(lport, tokens)

struct law_cells {
	struct law_side side[LAW_SIDES];
#define OF(unit, name) struct law_register name;
	LAW_CELLS_REGISTERS
#undef OF
	struct law_credits room, credits;

	uint64_t since[LAW_SIDES][SWITCH_PORTS][LAWS_QUEUES];   /* by side, port, queue: it stops, and has had no cause since this cycle; 0: it has */
	uint64_t stops_most;                            /* cycles */
};

/* Cells of a VC that were promised and are not free again. */
static inline unsigned law_promised(const struct law_credits *r, const struct shape *s, unsigned port, unsigned vc)
{
	return law_field(&r->taken, port, vc, s->cells_w) + (law_field(&r->taking, port, vc, 1) ? law_field(&r->need, port, 0, s->need_w) : 0);
}

/* The queue of a side whose granted head leaves in this cycle; `queues`: none. */
static inline unsigned law_popped(const struct laws *a, const struct law_side *d, unsigned port)
{
	return law_lowest(&d->pop, port, a->shape.queues);
}

/* VC of a queue by its number in the side. */
static inline unsigned law_queue_vc(const struct shape *s, unsigned q)
{
	return q / s->vc_queues;
}

/* VC of the packet in HRU. */
static inline unsigned law_entering_vc(const struct law_side *d, const struct shape *s, unsigned port)
{
	return s->by_destination ? law_field(&d->vc, port, 0, s->vc_w) : shape_vc(s, law_field(&d->sl, port, 0, s->sl_w));
}

/* The turn that queue q of an input leads to. */
static inline unsigned law_turn(const struct laws *a, const struct law_side *d, unsigned i, unsigned q)
{
	const struct shape *s = &a->shape;
	const unsigned j = q % s->vc_queues;

	if (s->by_destination)
		return law_field(&d->head_turn, i, q, s->turn_w);
	if (j < s->dqs)
		return j;
	return (unsigned)law_bits(&d->turns, i, (law_queue_vc(s, q) * s->saqs + j - s->dqs) * s->pool_w, s->turn_w);
}

/* The registers of a side, where its units stand. Cells of the packets of a VC in a side: in its queues, entering one, and of the packet being read those
 * that are not free again. As many cells are taken, or will be. name: of the side, in why. */
struct law_credits law_credits_find(struct law_place, enum site);
unsigned law_side_inside(const struct shape *, const struct law_side *, unsigned i, unsigned v);
bool law_side_holds(const struct laws *, const struct shape *, const struct law_side *, const char *name, unsigned i, unsigned v);

bool laws_cells_stops_hold(struct laws *);
