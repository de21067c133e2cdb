#ifndef AHEAD_H
#define AHEAD_H

#include "image.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Neighbours and model of a lockstep in a thread of their own, ahead of the RTL. The neighbours then listen to the model instead of
 * the pins, which is the same while both agree. What the RTL is driven and compared with comes to it as a stream of bytes, in
 * batches of cycles: a line of cache takes longer from the other processor than a cycle of the model does, unless it is the next of
 * many. Who is first waits for the other; nothing is polled, so a busy machine makes it slow and no more than that.
 */
struct lockstep;

/* l: at reset. Its neighbours and model are those of the thread until ahead_free(). NULL: out of memory, or of threads. */
struct ahead *ahead_new(struct lockstep *l);
void ahead_free(struct ahead *a);               /* stops it */

/* The thread's side. As `cycle` begins: what the model says; returns false if nobody listens any more. */
bool ahead_tell(struct ahead *a, uint64_t cycle);
/* `cycle` is through: what was decided in it, and what the links bring in the next. */
void ahead_told(struct ahead *a, uint64_t cycle);

/* The RTL's side, which takes all that was told in its order. Waits for the next cycle; true: there is none, as the thread ended. */
bool ahead_over(struct ahead *a);
void ahead_take(struct ahead *a, uint64_t cycle);       /* what ahead_tell() told, into image and said[] of its lockstep */
void ahead_taken(struct ahead *a, uint64_t cycle);      /* what ahead_told() did */
/* It has ended, and found nothing to complain of. */
bool ahead_good(const struct ahead *a, uint64_t *drain_cycles);

#endif
