#ifndef ADMITTANCE_H
#define ADMITTANCE_H

#include "../units/members.h"

#include <assert.h>
#include <stdint.h>

/*
 * Admittance queues of an end node, one for each destination, but only those with packets exist. Served round robin by
 * the number of the destination. A queue found to be stopped is parked with the line that stops it (or the static queue without credit), until that lets go.
 * Most queues hold one packet, so the first stands in the queue itself, and only those behind it in a store of their own.
 * Where all destinations can have a queue at a time, each has a place of its own; otherwise queues are dealt out and found by hash.
 * `few` says of destinations that this is so, and that one word has a bit for each: whoever knows that spares the question.
 * Invariant: a destination with packets is in `ready`, or parked with exactly one line.
 */
enum { NO_INDEX = 0xffff, ADMITTANCE_PACKETS = 0xfffe };

struct admitted {
	uint32_t cycle;                 /* since when it waits, modulo 2^32 */
	uint16_t next;                  /* behind it in its queue, or in the chain of those given back */
	uint8_t flits;
};

struct admittance_queue {
	uint32_t destination;
	uint16_t packets;               /* 0: it does not exist */
	uint16_t last;                  /* its place in the store, if there are two or more */
	struct admitted first;
	uint16_t chain;                 /* the next one of its bucket, or of those given back */
	uint16_t parked;                /* the next one of those parked with the same line */
};

struct admittance {                     /* what every packet needs comes first */
	uint32_t next;                  /* destination to be served next, if it is ready; otherwise the one after, and so on */
	uint16_t room, capacity;        /* packets, and so queues: places that are free, and all */
	struct admittance_queue *queue;
	struct members ready;           /* destinations */
	uint16_t free_packet, free_queue;       /* chains of those given back ... */
	uint16_t fresh_packet, fresh_queue;     /* ... and the first ones never used: what is not needed is not touched */
	uint32_t buckets;               /* power of two */
	uint16_t *bucket;               /* by hash of the destination: chain of queues; NULL: queues are by destination */
	struct admitted *packet;
	uint16_t *parked;               /* by line: chain of queues */
};

void admittance_place(struct admittance *, struct arena *, unsigned destinations, unsigned lines, unsigned capacity);
void admittance_reset(struct admittance *, unsigned lines);

static inline bool admittance_few(unsigned destinations, unsigned capacity)
{
	return destinations <= 64 && destinations <= capacity;
}

static inline uint16_t *admittance_bucket(const struct admittance *a, uint32_t destination)
{
	return a->bucket + (destination & (a->buckets - 1));
}

/* NULL: it has no packets. */
static inline struct admittance_queue *admittance_find(const struct admittance *a, bool few, uint32_t destination)
{
	if (few || !a->bucket)
		return a->queue[destination].packets ? a->queue + destination : NULL;
	uint16_t q = *admittance_bucket(a, destination);

	while (q != NO_INDEX && a->queue[q].destination != destination)
		q = a->queue[q].chain;
	return q == NO_INDEX ? NULL : a->queue + q;
}

static inline void admittance_wait(struct admittance *a, bool few, uint32_t destination)
{
	if (few)
		a->ready.top |= bit(destination);
	else
		members_add(&a->ready, destination);
}

static inline void admittance_leave(struct admittance *a, bool few, uint32_t destination)
{
	if (few)
		a->ready.top &= ~bit(destination);
	else
		members_remove(&a->ready, destination);
}

/* Deals one out. */
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

/* Takes it back. */
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

static inline void admittance_append(struct admittance *a, struct admittance_queue *queue, uint32_t cycle, unsigned flits)
{
	const uint16_t p = a->free_packet == NO_INDEX ? a->fresh_packet++ : a->free_packet;

	if (p == a->free_packet)
		a->free_packet = a->packet[p].next;
	a->packet[p] = (struct admitted){ .cycle = cycle, .flits = (uint8_t)flits };
	*(queue->packets++ == 1 ? &queue->first.next : &a->packet[queue->last].next) = p;
	queue->last = p;
}

/* A packet waits for injection. False: no room; a queue may hold as much as is free beside it, so that a long one leaves room to others. */
static inline __attribute__((always_inline)) bool admittance_push(struct admittance *a, bool few, uint32_t destination,
										uint32_t cycle, unsigned flits)
{
	struct admittance_queue *queue = admittance_find(a, few, destination);

	if (!a->room || (queue && queue->packets > a->room))
		return false;
	a->room--;
	if (queue) {
		admittance_append(a, queue, cycle, flits);
		return true;
	}
	queue = admittance_open(a, few, destination);
	queue->destination = destination;
	queue->packets = 1;
	queue->first.cycle = cycle;
	queue->first.flits = (uint8_t)flits;
	admittance_wait(a, few, destination);
	return true;
}

static inline bool admittance_empty(const struct admittance *a)
{
	return a->room == a->capacity;
}

/* A packet goes at once while all queues are empty: as if it had been pushed, had its turn, and had been popped. */
static inline void admittance_pass(struct admittance *a, uint32_t destination)
{
	a->next = destination + 1;
}

static inline bool admittance_ready(const struct admittance *a)
{
	return members_any(&a->ready);
}

/* The queue of the ready destination whose turn it is; there is one. */
static inline struct admittance_queue *admittance_turn(const struct admittance *a, bool few)
{
	const uint32_t destination = few ? members_next_bit(a->ready.top, a->next) : members_next(&a->ready, a->next);

	return few || !a->bucket ? a->queue + destination : admittance_find(a, few, destination);
}

/* The oldest packet of a ready destination leaves, which is served. */
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

/* A ready destination is stopped by a line; a line lets go. */
void admittance_park(struct admittance *, struct admittance_queue *, unsigned line);
void admittance_release(struct admittance *, unsigned line);

#endif
