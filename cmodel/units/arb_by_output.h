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

/* Lines that nearly every step touches. */
static inline void arb_by_output_hot(const struct arb_by_output *u, struct hot_lines *h)
{
	arbiter_hot(&u->outputs, h);
	arbiter_hot(&u->queues, h);
}

/* Pick one of these turns, which are not none; of these queues, with heads for it. */
static inline unsigned arb_by_output_turn(const struct arb_by_output *u, unsigned port, uint64_t turns)
{
	return arbiter_pick(&u->outputs, port, turns);
}

static inline unsigned arb_by_output_queue(const struct arb_by_output *u, unsigned port, uint64_t queues)
{
	return arbiter_pick(&u->queues, port, queues);
}

/* The head of this queue, for this turn, is granted. */
static inline void arb_by_output_served(struct arb_by_output *u, unsigned port, unsigned turn, unsigned q)
{
	arbiter_served(&u->outputs, port, turn);
	arbiter_served(&u->queues, port, q);
}

/* The same of all inputs at once. By input, how many turns, of n, go before this one; of those that are wanted, the one with the least
 * is picked. Pick the queues of these inputs, of n; by queue: inputs whose head is for the turn. In each input of the set, both are
 * served. */
STAGE lanes arb_by_output_before_all(const struct arb_by_output *u, unsigned n, lanes turn)
{
	return arbiter_before_all(&u->outputs, n, turn);
}

STAGE lanes arb_by_output_queue_all(const struct arb_by_output *u, uint64_t inputs, unsigned n, const uint64_t *candidates)
{
	return arbiter_pick_all(&u->queues, inputs, n, candidates);
}

STAGE void arb_by_output_served_all(struct arb_by_output *u, unsigned turns, unsigned queues, uint64_t set, lanes turn, lanes queue)
{
	arbiter_served_all(&u->outputs, turns, set, turn);
	arbiter_served_all(&u->queues, queues, set, queue);
}
