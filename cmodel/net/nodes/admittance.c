#include "admittance.h"

#include <string.h>

void admittance_place(struct admittance *a, struct arena *arena, unsigned destinations, unsigned lines, unsigned capacity)
{
	const unsigned queues = destinations < capacity ? destinations : capacity;

	assert(capacity <= ADMITTANCE_PACKETS);
	a->capacity = (uint16_t)capacity;
	for (a->buckets = 1; a->buckets < queues;)
		a->buckets *= 2;
	members_place(&a->ready, arena, queues < destinations ? 0 : destinations);
	a->parked = arena_take(arena, HOT, lines, sizeof *a->parked);
	a->bucket = queues < destinations ? arena_take(arena, HOT, a->buckets, sizeof *a->bucket) : NULL;
	a->queue = arena_take(arena, COLD, queues, sizeof *a->queue);
	ranks_place(&a->ranked, arena, queues < destinations ? queues : 0);
	a->packet = arena_take(arena, COLD, capacity, sizeof *a->packet);
}

void admittance_reset(struct admittance *a, unsigned lines)
{
	if (a->bucket)
		memset(a->bucket, 0xff, a->buckets * sizeof *a->bucket);
	memset(a->parked, 0xff, lines * sizeof *a->parked);
	a->free_packet = a->free_queue = NO_INDEX;
	a->room = a->capacity;
}

void admittance_park(struct admittance *a, struct admittance_queue *queue, unsigned line)
{
	admittance_leave(a, false, queue->destination);
	queue->parked = a->parked[line];
	a->parked[line] = (uint16_t)(queue - a->queue);
}

void admittance_release(struct admittance *a, unsigned line)
{
	for (uint16_t q = a->parked[line]; q != NO_INDEX; q = a->queue[q].parked)
		admittance_wait(a, false, a->queue[q].destination);
	a->parked[line] = NO_INDEX;
}
