#ifndef QCU_H
#define QCU_H

#include "arena.h"
#include "bits.h"
#include "image.h"

#include <assert.h>

/*
 * Credits of the queues downstream of all output ports. A grant takes its credit in the cycle after.
 * Invariant: an output is in one_credit_left exactly if a queue downstream has exactly one credit. The RTL has no such register.
 * RTL twin: rtl_gen/units/qcu.v.
 */
struct qcu {
	unsigned queues, queue_slots;
	uint64_t taking;                /* outputs granted in the cycle before: taken_q is not 0 */
	uint8_t *taker;                 /* by output: the input in taken_q */
	uint16_t *take_queue;           /* by output: the queue downstream whose credit is taken */
	uint64_t one_credit_left;       /* outputs */
	uint16_t *last;                 /* by output: number of queues with exactly one credit */
	uint16_t *used;                 /* by output, by queue: used_q */
};

void qcu_place(struct qcu *u, const struct shape *s, struct arena *a);
void qcu_reset(struct qcu *u, const struct shape *s);

static inline uint16_t *qcu_used(const struct qcu *u, unsigned port, unsigned queue)
{
	return u->used + (size_t)port * u->queues + queue;
}

/* True if the queue downstream has a credit; two. */
static inline bool qcu_avail(const struct qcu *u, unsigned port, unsigned queue)
{
	return *qcu_used(u, port, queue) != u->queue_slots;
}

static inline bool qcu_avail_two(const struct qcu *u, unsigned port, unsigned queue)
{
	return *qcu_used(u, port, queue) + 1u < u->queue_slots;
}

/* Outputs that take a credit in this cycle while a queue downstream has exactly one: not every queue with a credit has the two that a packet needs. */
static inline uint64_t qcu_narrow(const struct qcu *u)
{
	return u->taking & u->one_credit_left;
}

/* Set a counter to `used`, and update last and one_credit_left. */
static inline void qcu_set(struct qcu *u, unsigned port, uint16_t *at, unsigned used)
{
	u->last[port] = (uint16_t)(u->last[port] + (used + 1 == u->queue_slots) - (*at + 1u == u->queue_slots));
	u->one_credit_left = (u->one_credit_left & ~bit(port)) | (uint64_t)(u->last[port] != 0) << port;
	*at = (uint16_t)used;
}

/* Take a credit of a queue; true if it was the last one. Give one back; true if the queue had none. */
static inline bool qcu_take(struct qcu *u, unsigned port, unsigned queue)
{
	uint16_t *at = qcu_used(u, port, queue);

	assert(*at < u->queue_slots);
	qcu_set(u, port, at, *at + 1u);
	return *at == u->queue_slots;
}

static inline bool qcu_give(struct qcu *u, unsigned port, unsigned queue)
{
	uint16_t *at = qcu_used(u, port, queue);

	assert(queue < u->queues && *at && "credit that was not spent");
	qcu_set(u, port, at, *at - 1u);
	return *at + 1u == u->queue_slots;
}

/* An output takes a credit of this queue in the next cycle; input: the granted one, numbered in its switch. The outputs of all grants. */
static inline void qcu_grant(struct qcu *u, unsigned port, unsigned input, unsigned queue)
{
	u->taker[port] = (uint8_t)input;
	u->take_queue[port] = (uint16_t)queue;
}

static inline void qcu_grant_all(struct qcu *u, uint64_t outputs)
{
	u->taking = outputs;
}

/* Render: counters of a set of queues of a port; taken_q of these outputs. */
void qcu_image(const struct qcu *u, const struct shape *s, unsigned port, const uint64_t *queues, struct image *m);
void qcu_image_taken(const struct qcu *u, uint64_t outputs, struct image *m);

#endif
