#pragma once

#include "lockstep.h"

/*
 * A run in two threads: each compares one half of its cycles. The first half begins at reset. In the second, neighbours and model run alone up to the
 * middle, seven times as fast as RTL; then its RTL takes over the model's registers and memories (lockstep_join()). The first half ends with a
 * comparison in that very cycle, of all registers and of every word with a meaning, and the registers of both halves' models have to be the same there. So the
 * RTL that was compared up to there had the state that the other one begins with, and every cycle is compared. Words without a meaning are random in both; no
 * register depends on them, or a difference shows. The middle is where both are done at the same time, as far as the speed of the first half tells.
 *
 * Far from the middle the second half is unseen: its model's registers are not rendered, and the first half watches the laws. It is seen again early enough
 * for its own laws to know all that they would know if they had been watched from reset. Where models or laws have to see every cycle, or the run has
 * resets, it is seen in all, and watches the laws alone.
 */
struct halves;

/* l, at reset, becomes the second half; the first begins to run. NULL: no memory, or no thread, and l is as it was. */
struct halves *halves_new(struct lockstep *l);

/* To be called as each cycle of the second half begins, and once its traffic has ended: its RTL joins if it is time, or now. False: the first half has
 * failed. */
bool halves_go_on(struct halves *h);
bool halves_join(struct halves *h);

/* Cycles that have been compared. */
uint64_t halves_compared(const struct halves *h);

/* The second half has ended, well or not: wait for the first, or stop it. False: the first has failed, and if it did so in an earlier cycle, that is
 * now the verdict of the second. Frees the halves. */
bool halves_end(struct halves *h, bool good);
