#ifndef AHEAD_H
#define AHEAD_H

#include "lockstep.h"

/*
 * Runs neighbours and model of a lockstep in a thread of their own, ahead of the RTL. The neighbours then listen to the model instead
 * of the pins, which is the same while both agree. Stimulus and expected values reach the RTL's side as a stream of bytes, in batches
 * of cycles: a single cache line from another processor takes longer than a cycle of the model, one of a long run does not. The side
 * that is ahead waits for the other. Nothing is polled, so a busy machine slows the run and has no other effect.
 */
struct ahead;
typedef bool ahead_run(struct lockstep *);

/* l: at reset. Its reference is the stream from now on. Its neighbours and model belong to the thread, which runs a lockstep of them
 * alone, until ahead_free(). NULL: no memory, or no thread. */
struct ahead *ahead_new(struct lockstep *l, ahead_run *run);
void ahead_free(struct ahead *a);               /* stops the thread */

/* Waits for the next cycle; true: there is none, as the thread ended. */
bool ahead_over(struct ahead *a);
/* The thread has ended without finding a fault. */
bool ahead_good(const struct ahead *a, uint64_t *drain_cycles);

#endif
