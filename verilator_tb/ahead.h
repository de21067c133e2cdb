#ifndef AHEAD_H
#define AHEAD_H

#include "lockstep.h"

/*
 * Neighbours and model of a lockstep in a thread of their own, ahead of the RTL. The neighbours then listen to the model instead of
 * the pins, which is the same while both agree. What the RTL is driven and compared with comes to it as a stream of bytes, in
 * batches of cycles: a line of cache takes longer from the other processor than a cycle of the model does, unless it is the next of
 * many. Who is first waits for the other; nothing is polled, so a busy machine makes it slow and no more than that.
 */
struct ahead;
typedef bool ahead_run(struct lockstep *);

/* l: at reset; the reference that it asks is the stream from now on. Its neighbours and model are those of the thread until
 * ahead_free(): the thread runs a lockstep of them alone. NULL: out of memory, or of threads. */
struct ahead *ahead_new(struct lockstep *l, ahead_run *run);
void ahead_free(struct ahead *a);               /* stops it */

/* Waits for the next cycle; true: there is none, as the thread ended. */
bool ahead_over(struct ahead *a);
/* It has ended, and found nothing to complain of. */
bool ahead_good(const struct ahead *a, uint64_t *drain_cycles);

#endif
