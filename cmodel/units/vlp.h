#pragma once

#include "lanes.h"
#include "packet.h"
#include "unit.h"
#include "vc_set.h"

/*
 * Link ports of wormhole routers: in each cycle a flit of one VC leaves, by turns.
 * RTL twin: rtl_gen/units/vlp.v.
 */
struct vlp {
	uint8_t *above;                 /* by output: VCs above the one served last, a bit each */
	/* Of the first router, for images alone: */
	uint64_t valid;                 /* outputs: a flit is on the link */
	struct vlp_tx { struct packet packet; struct message meta; uint8_t vc, flit; } *tx;    /* by output: it, or the last one */
};

extern const struct unit_model vlp_unit;

/* By output the VC whose turn it is, of these; a bit each. */
STAGE lanes vlp_next(const struct vlp *u, lanes ready)
{
	const lanes above = lanes_and(ready, lanes_load(u->above)), none = lanes_all(0);
	const lanes of = lanes_where_equal(above, none, ready, above);

	return lanes_and(of, lanes_subtract(none, of));
}

/* A header starts by the lowest of these VCs where nothing else goes. */
STAGE lanes vlp_start(lanes chosen, lanes starts)
{
	const lanes none = lanes_all(0);

	return lanes_where_equal(chosen, none, lanes_and(starts, lanes_subtract(none, starts)), chosen);
}

/* They go. */
STAGE void vlp_serve(struct vlp *u, lanes chosen)
{
	const lanes none = lanes_all(0), above = lanes_load(u->above);

	lanes_store(u->above, lanes_where_equal(chosen, none, above, lanes_subtract(none, lanes_add(chosen, chosen))));
}
