#pragma once

#include "lockstep.h"

/*
 * Resets in the middle of a run: of the switch, its model and its neighbours at once, at cycles drawn from the seed. Packets, lines and
 * credits are forgotten on all sides; memories keep what they hold. Each cycle from one reset to the next is compared like any other.
 */

/* Draw the cycle of the next reset: l->until. To be called before the first cycle, and after each reset. */
void resets_plan(struct lockstep *l);

/* In place of cycle l->until: hold reset for a few cycles, or one, with random bits on the pins. Then cycle 0 begins. */
bool resets_hold(struct lockstep *l);

/* Add what a model counted since its reset. */
void resets_count(struct switch_counts *sum, const struct switch_counts *c);

/* Is there a reset to come? */
static inline bool resets_left(const struct lockstep *l)
{
	return l->resets < l->config.resets;
}
