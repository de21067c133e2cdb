#pragma once

#include "units/members.h"
#include "units/prefetch.h"
#include "units/ranks.h"

#include <assert.h>
#include <stdint.h>

/*
 * Admittance queues of an end node, one for each destination (where queues are by service level, the same node at another level is another
 * destination); only queues with packets exist. They are served round robin by the
 * number of the destination. A queue that is stopped is parked with the line that stops it (or the static queue without credit) until that is released.
 * Most queues hold one packet, so the first packet is in the queue itself, and only those behind it are in a store of their own.
 * If all destinations can have a queue at a time, each has a fixed place; otherwise queues are allocated, and found by hash, and nothing is kept for
 * destinations without a queue.
 * `few` says that places are fixed, and that one word has a bit for each destination: callers pass it so that it need not be tested.
 * Invariant: a destination with packets is ready, or parked with exactly one line.
 */
enum { NO_INDEX = 0xffff, ADMITTANCE_PACKETS = 0xfffe };

struct admitted {
	uint32_t cycle;                 /* in which it was wanted, modulo 2^32 */
	uint16_t next;                  /* next packet of its queue, or of the free list */
	uint8_t flits;
	uint8_t sl;                     /* service level; of jobs, above it: the packet is the last of its message */
};

enum { ADMITTED_LAST = 7 };             /* bit of admitted.sl */

struct admittance_queue {
	uint32_t destination;
	uint16_t packets;               /* 0: it does not exist */
	uint16_t last;                  /* place of its last packet in the store, if it has two or more */
	struct admitted first;
	uint16_t chain;                 /* next queue of its bucket, or of the free list */
	uint16_t parked;                /* next queue that is parked with the same line */
};

struct admittance {                     /* what every packet needs comes first */
	uint32_t next;                  /* destination to be served next; if it is not ready, the first ready one after it */
	uint16_t room, capacity;        /* packets that still fit; that fit in all. There are never more queues than packets */
	struct admittance_queue *queue;
	struct members ready;           /* destinations that are ready ... */
	struct ranks ranked;            /* ... likewise, if queues are found by hash */
	uint16_t free_packet, free_queue;       /* heads of the free lists */
	uint16_t fresh_packet, fresh_queue;     /* first places never used; taken when a free list is empty, so that memory is touched late */
	uint32_t buckets;               /* power of two */
	uint16_t *bucket;               /* by hash of the destination: list of queues; NULL: queues are by destination */
	struct admitted *packet;
	uint16_t *parked;               /* by line: list of queues */
};

/* lines: number of lines, or static queues, that may stop a queue. capacity: in packets, up to ADMITTANCE_PACKETS. */
void admittance_place(struct admittance *, struct arena *, unsigned destinations, unsigned lines, unsigned capacity);
void admittance_reset(struct admittance *, unsigned lines);

/* Value of `few`. */
static inline bool admittance_few(unsigned destinations, unsigned capacity)
{
	return destinations <= 64 && destinations <= capacity;
}

static inline uint16_t *admittance_bucket(const struct admittance *a, uint32_t destination)
{
	return a->bucket + (destination & (a->buckets - 1));
}

/* The queue of a destination; NULL: it has no packets. */
static inline struct admittance_queue *admittance_find(const struct admittance *a, bool few, uint32_t destination)
{
	if (few || !a->bucket)
		return a->queue[destination].packets ? a->queue + destination : NULL;
	uint16_t q = *admittance_bucket(a, destination);

	while (q != NO_INDEX && a->queue[q].destination != destination)
		q = a->queue[q].chain;
	return q == NO_INDEX ? NULL : a->queue + q;
}

/* Fetch the queue of a destination, if it has a fixed place. */
static inline void admittance_fetch(const struct admittance *a, uint32_t destination)
{
	if (!a->bucket)
		prefetch(a->queue + destination);
}

/* A destination becomes ready; it is ready no longer. */
static inline void admittance_wait(struct admittance *a, bool few, uint32_t destination)
{
	if (few)
		a->ready.top |= bit(destination);
	else if (!a->bucket)
		members_add(&a->ready, destination);
	else
		ranks_add(&a->ranked, destination);
}

static inline void admittance_leave(struct admittance *a, bool few, uint32_t destination)
{
	if (few)
		a->ready.top &= ~bit(destination);
	else if (!a->bucket)
		members_remove(&a->ready, destination);
	else
		ranks_remove(&a->ranked, destination);
}

/* Allocate the queue of a destination. */
static inline struct admittance_queue *admittance_open(struct admittance *a, bool few, uint32_t destination)
{
	if (few || !a->bucket)
		return a->queue + destination;
	uint16_t *bucket = admittance_bucket(a, destination);
	const uint16_t q = a->free_queue == NO_INDEX ? a->fresh_queue++ : a->free_queue;
	struct admittance_queue *queue = a->queue + q;

	if (q == a->free_queue)
		a->free_queue = queue->chain;
	queue->chain = *bucket;
	*bucket = q;
	return queue;
}

/* Free a queue, which is empty. */
static inline void admittance_close(struct admittance *a, bool few, struct admittance_queue *queue)
{
	if (few || !a->bucket)
		return;
	uint16_t *at = admittance_bucket(a, queue->destination);

	while (a->queue + *at != queue)
		at = &a->queue[*at].chain;
	*at = queue->chain;
	queue->chain = a->free_queue;
	a->free_queue = (uint16_t)(queue - a->queue);
}

/* Append a packet to a queue that has one already. */
static inline void admittance_append(struct admittance *a, struct admittance_queue *queue, uint32_t cycle, unsigned flits, unsigned sl)
{
	const uint16_t p = a->free_packet == NO_INDEX ? a->fresh_packet++ : a->free_packet;

	if (p == a->free_packet)
		a->free_packet = a->packet[p].next;
	a->packet[p] = (struct admitted){ .cycle = cycle, .flits = (uint8_t)flits, .sl = (uint8_t)sl };
	*(queue->packets++ == 1 ? &queue->first.next : &a->packet[queue->last].next) = p;
	queue->last = p;
}

/* Append a packet, which waits for injection. False: no room, or its queue has more packets than there is room for; so a long queue leaves room. */
static inline __attribute__((always_inline)) bool admittance_push(struct admittance *a, bool few, uint32_t destination,
										uint32_t cycle, unsigned flits, unsigned sl)
{
	struct admittance_queue *queue = admittance_find(a, few, destination);

	if (!a->room || (queue && queue->packets > a->room))
		return false;
	a->room--;
	if (queue) {
		admittance_append(a, queue, cycle, flits, sl);
		return true;
	}
	queue = admittance_open(a, few, destination);
	queue->destination = destination;
	queue->packets = 1;
	queue->first.cycle = cycle;
	queue->first.flits = (uint8_t)flits;
	queue->first.sl = (uint8_t)sl;
	admittance_wait(a, few, destination);
	return true;
}

static inline bool admittance_empty(const struct admittance *a)
{
	return a->room == a->capacity;
}

/* A packet is sent at once while all queues are empty: the same as to push it and to pop it again. */
static inline void admittance_pass(struct admittance *a, uint32_t destination)
{
	a->next = destination + 1;
}

/* blocked: of a few destinations, those whose packets have to wait; for more it is not used. */
static inline bool admittance_ready(const struct admittance *a, bool few, uint64_t blocked)
{
	return few ? (a->ready.top & ~blocked) != 0 : a->bucket ? ranks_any(&a->ranked) : members_any(&a->ready);
}

/* The queue of the ready destination whose turn it is; some destination must be ready. */
static inline struct admittance_queue *admittance_turn(const struct admittance *a, bool few, uint64_t blocked)
{
	if (few)
		return a->queue + members_next_bit(a->ready.top & ~blocked, a->next);
	return a->bucket ? admittance_find(a, few, ranks_next(&a->ranked, a->next)) : a->queue + members_next(&a->ready, a->next);
}

/* Remove the oldest packet of a queue, whose destination is ready, and count the destination as served. */
static inline void admittance_pop(struct admittance *a, bool few, struct admittance_queue *queue)
{
	const uint16_t next = queue->first.next;

	assert(queue->packets);
	a->room++;
	a->next = queue->destination + 1;
	if (--queue->packets == 0) {
		admittance_leave(a, few, queue->destination);
		admittance_close(a, few, queue);
	} else {
		queue->first = a->packet[next];
		a->packet[next].next = a->free_packet;
		a->free_packet = next;
	}
}

/* Park a queue, whose destination is ready, with the line that stops it; make the queues ready that are parked with a line. */
void admittance_park(struct admittance *, struct admittance_queue *, unsigned line);
void admittance_release(struct admittance *, unsigned line);
