#pragma once

#include "arena.h"
#include "bits.h"
#include "image.h"
#include "prefetch.h"
#include "unit.h"

#include <assert.h>

/*
 * Credits of the queues downstream of all output ports. A grant takes its credit here at once, where RTL does so in the cycle after; qcu_shown() is
 * what RTL has.
 * Invariant: an output is in one_credit_left exactly if a queue downstream has exactly one credit here. The RTL has no such register.
 * RTL twin: rtl_gen/units/qcu.v.
 */
struct qcu {
	unsigned queues, credits;       /* of a queue */
	unsigned log;                   /* a port has room for so many counters, a power of two: indices are computed for each packet */
	uint64_t taking;                /* outputs granted in the cycle before: taken_q is not 0 */
	uint16_t *take_queue;           /* by output: the queue downstream whose credit is taken */
	uint64_t one_credit_left;       /* outputs */
	uint16_t *last;                 /* by output: number of queues with exactly one credit */
	uint8_t *used;                  /* by output, by queue: used_q, if that fits a byte; ... */
	uint16_t *used_wide;            /* ... otherwise */
	/* Images only: by output, the input in taken_q; sets of queues whose counters are not as the last one shows them. */
	uint8_t *taker;
	uint64_t *changed;
	bool scarce;                    /* one of them has, or had, so few credits left that heads see it */
};

extern const struct unit_model qcu_unit;

static inline unsigned qcu_used(const struct qcu *u, unsigned port, unsigned queue)
{
	const size_t k = ((size_t)port << u->log) + queue;

	return u->used ? u->used[k] : u->used_wide[k];
}

static inline void qcu_fetch(const struct qcu *u, unsigned port, unsigned queue)
{
	const size_t k = ((size_t)port << u->log) + queue;

	prefetch(u->used ? (const void *)(u->used + k) : u->used_wide + k);
}

/* Add to a counter, and return it. */
static inline unsigned qcu_count(struct qcu *u, unsigned port, unsigned queue, int by)
{
	const size_t k = ((size_t)port << u->log) + queue;

	if (u->used)
		return u->used[k] = (uint8_t)(u->used[k] + by);
	return u->used_wide[k] = (uint16_t)(u->used_wide[k] + by);
}

/* True if the queue downstream has a credit. */
static inline bool qcu_avail(const struct qcu *u, unsigned port, unsigned queue)
{
	return qcu_used(u, port, queue) != u->credits;
}

/* used_q. */
static inline unsigned qcu_shown(const struct qcu *u, unsigned port, unsigned queue)
{
	return qcu_used(u, port, queue) - (u->taking >> port & 1 && u->take_queue[port] == queue);
}

/* Outputs that take a credit in this cycle while a queue downstream has exactly one: not every queue with a credit has the two that a packet needs. */
static inline uint64_t qcu_narrow(const struct qcu *u)
{
	return u->taking & u->one_credit_left;
}

/* At such an output: does the queue have two credits, the one that is taken included? */
static inline bool qcu_suffices(const struct qcu *u, unsigned port, unsigned queue)
{
	return qcu_used(u, port, queue) + (u->take_queue[port] != queue) < u->credits;
}

/* A queue has exactly one credit; no longer. */
static inline void qcu_one_credit(struct qcu *u, unsigned port, bool left)
{
	u->last[port] = (uint16_t)(left ? u->last[port] + 1 : u->last[port] - 1);
	u->one_credit_left = (u->one_credit_left & ~bit(port)) | (uint64_t)(u->last[port] != 0) << port;
}

/* Take a credit of a queue, which shows in the next cycle; true if it was the last one. Give one back; true if the queue had none. */
static inline bool qcu_take(struct qcu *u, unsigned port, unsigned queue)
{
	const unsigned used = qcu_count(u, port, queue, 1);

	u->take_queue[port] = (uint16_t)queue;
	assert(used <= u->credits);
	if (used + 1 < u->credits)
		return false;
	qcu_one_credit(u, port, used != u->credits);
	return used == u->credits;
}

static inline bool qcu_give(struct qcu *u, unsigned port, unsigned queue)
{
	const unsigned used = qcu_count(u, port, queue, -1);

	assert(queue < u->queues && used < u->credits && "credit that was not spent");
	if (used + 2 < u->credits)
		return false;
	if (used + 1 == u->credits) {
		qcu_one_credit(u, port, true);
		return true;
	}
	qcu_one_credit(u, port, false);
	return false;
}

/* The outputs of all grants of a cycle. */
static inline void qcu_grant_all(struct qcu *u, uint64_t outputs)
{
	u->taking = outputs;
}
