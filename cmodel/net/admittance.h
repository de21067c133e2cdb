#ifndef ADMITTANCE_H
#define ADMITTANCE_H

#include "../units/members.h"

#include <stdint.h>

/*
 * Admittance queues of an end node, one for each destination, but only those with packets exist. Served round robin by
 * the number of the destination. A queue found to be stopped is parked with the line that stops it (or the static queue without credit), until that lets go.
 * Invariant: a destination with packets is in `ready`, or parked with exactly one line.
 */
enum { NO_INDEX = 0xffff, ADMITTANCE_PACKETS = 0xfffe };

struct admittance {
	unsigned capacity;              /* packets, and so queues */
	unsigned buckets;               /* power of two */
	unsigned used;                  /* packets */
	uint32_t next;                  /* destination to be served next, if it is ready; otherwise the one after, and so on */
	struct members ready;           /* destinations */
	uint16_t free_packet, free_queue;       /* chains of those given back ... */
	uint16_t fresh_packet, fresh_queue;     /* ... and the first ones never used: what is not needed is not touched */
	uint16_t *bucket;               /* by hash of the destination: chain of queues */
	uint16_t *parked;               /* by line: chain of queues */
	struct admitted { uint32_t cycle; uint16_t next; uint8_t flits; } *packet;      /* cycle modulo 2^32 */
	struct admittance_queue { uint32_t destination; uint16_t first, last, n; uint16_t chain, parked; } *queue;
};

void admittance_place(struct admittance *, struct arena *, unsigned destinations, unsigned lines, unsigned capacity);
void admittance_reset(struct admittance *, unsigned lines);

/* A packet waits for injection. False: no room; a queue may hold as much as is free beside it, so that a long one leaves room to others. */
bool admittance_push(struct admittance *, uint32_t destination, uint64_t cycle, unsigned flits);

static inline bool admittance_ready(const struct admittance *a)
{
	return members_any(&a->ready);
}

/* The ready destination whose turn it is; there is one. */
static inline uint32_t admittance_turn(const struct admittance *a)
{
	return members_next(&a->ready, a->next);
}

/* The oldest packet of a ready destination leaves, which is served. */
struct admitted admittance_pop(struct admittance *, uint32_t destination);

/* A ready destination is stopped by a line; a line lets go. */
void admittance_park(struct admittance *, uint32_t destination, unsigned line);
void admittance_release(struct admittance *, unsigned line);

#endif
