#ifndef AHEAD_H
#define AHEAD_H

#include "image.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Runs neighbours and model of a lockstep in a thread of their own, ahead of the RTL. The neighbours then listen to the model instead
 * of the pins, which is the same while both agree. Stimulus and expected values reach the RTL's side as a stream of bytes, in batches
 * of cycles: a single cache line from another processor takes longer than a cycle of the model, one of a long run does not. The side
 * that is ahead waits for the other. Nothing is polled, so a busy machine slows the run and has no other effect.
 */
struct lockstep;

/* l: at reset. Its neighbours and model belong to the thread until ahead_free(). NULL: no memory, or no thread. */
struct ahead *ahead_new(struct lockstep *l);
void ahead_free(struct ahead *a);               /* stops the thread */

/* The thread's side. At the beginning of `cycle`: send the state of the model. False: the RTL's side has stopped. */
bool ahead_tell(struct ahead *a, uint64_t cycle);
/* At the end of `cycle`: send what was decided in it, and what the links bring in the next. */
void ahead_told(struct ahead *a, uint64_t cycle);

/* The RTL's side, which receives in the order of sending. Waits for the next cycle; true: there is none, as the thread ended. */
bool ahead_over(struct ahead *a);
void ahead_take(struct ahead *a, uint64_t cycle);       /* what ahead_tell() sent, into image and said[] of its lockstep */
void ahead_taken(struct ahead *a, uint64_t cycle);      /* what ahead_told() sent */
/* The thread has ended without finding a fault. */
bool ahead_good(const struct ahead *a, uint64_t *drain_cycles);

#endif
