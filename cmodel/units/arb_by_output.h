#ifndef ARB_BY_OUTPUT_H
#define ARB_BY_OUTPUT_H

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

void arb_by_output_place(struct arb_by_output *u, const struct shape *s, unsigned radix, struct arena *a);
void arb_by_output_reset(struct arb_by_output *u, const struct shape *s);

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

/* Render both states of these inputs. */
void arb_by_output_image(const struct arb_by_output *u, uint64_t inputs, struct image *m);

#endif
