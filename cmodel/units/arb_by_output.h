#pragma once

#include "arbiter.h"
#include "image.h"

/*
 * Scheduler, first phase, of all input ports that choose by output: each input picks one of the turns that its eligible heads want, and of the
 * queues with such a head the one served longest ago.
 * RTL twin: rtl_gen/units/arb_by_output.v.
 */
struct arb_by_output {
	struct arbiter_bank outputs, queues;    /* by input; requesters are turns; its queues, by a matrix whatever the others are */
};

extern const struct unit_model arb_by_output_unit;

/* The head of a queue, for this turn, is granted. */
static inline void arb_by_output_served(struct arb_by_output *u, unsigned port, unsigned turn, unsigned q)
{
	arbiter_served(&u->outputs, port, turn);
	arbiter_served(&u->queues, port, q);
}
