#pragma once

#include "bits.h"
#include "unit.h"

/*
 * Second phase of the scheduler in all outputs: of the requests of the lowest class, that of the input after the one served last in this class.
 * RTL twin: rtl_gen/units/arb_out_vc.v.
 */
struct arb_out_vc {
	uint8_t *last;                  /* by output, by class: input served last, within its switch */
	uint64_t asked;                 /* outputs that inputs request in this cycle: */
	uint64_t by[SWITCH_PORTS];      /* inputs, numbered within their switch ... */
	uint8_t class[SWITCH_PORTS];    /* ... of the lowest class */
};

static inline void arb_out_vc_begin(struct arb_out_vc *u)
{
	u->asked = 0;
}

static inline void arb_out_vc_request(struct arb_out_vc *u, unsigned port, unsigned class, unsigned input)
{
	const bool first = !(u->asked >> port & 1) || class < u->class[port];

	if (!first && class > u->class[port])
		return;
	u->by[port] = (first ? 0 : u->by[port]) | bit(input);
	u->class[port] = (uint8_t)class;
	u->asked |= bit(port);
}

/* Serve the output, which is asked for. Returns the input. */
static inline unsigned arb_out_vc_serve(struct arb_out_vc *u, const struct shape *s, unsigned port)
{
	uint8_t *const last = u->last + port * s->classes + u->class[port];
	const uint64_t ahead = u->by[port] & ~ones(*last + 1u);

	*last = (uint8_t)lowest(ahead ? ahead : u->by[port]);
	return *last;
}

extern const struct unit_model arb_out_vc_unit;
