#include "admittance.h"

#include <assert.h>
#include <string.h>

void admittance_place(struct admittance *a, struct arena *arena, unsigned destinations, unsigned lines, unsigned capacity)
{
	const unsigned queues = destinations < capacity ? destinations : capacity;

	a->capacity = capacity;
	a->buckets = 1;
	while (a->buckets < queues)
		a->buckets *= 2;
	members_place(&a->ready, arena, destinations);
	a->parked = arena_take(arena, HOT, lines, sizeof *a->parked);
	a->bucket = arena_take(arena, HOT, a->buckets, sizeof *a->bucket);
	a->queue = arena_take(arena, COLD, queues, sizeof *a->queue);
	a->packet = arena_take(arena, COLD, capacity, sizeof *a->packet);
}

void admittance_reset(struct admittance *a, unsigned lines)
{
	memset(a->bucket, 0xff, a->buckets * sizeof *a->bucket);
	memset(a->parked, 0xff, lines * sizeof *a->parked);
	a->free_packet = a->free_queue = NO_INDEX;
}

static uint16_t *bucket_of(const struct admittance *a, uint32_t destination)
{
	return a->bucket + (destination & (a->buckets - 1));
}

static struct admittance_queue *find(const struct admittance *a, uint32_t destination)
{
	uint16_t q = *bucket_of(a, destination);

	while (q != NO_INDEX && a->queue[q].destination != destination)
		q = a->queue[q].chain;
	return q == NO_INDEX ? NULL : a->queue + q;
}

static struct admittance_queue *open_queue(struct admittance *a, uint32_t destination)
{
	uint16_t *bucket = bucket_of(a, destination), q = a->free_queue;

	if (q == NO_INDEX)
		q = a->fresh_queue++;
	else
		a->free_queue = a->queue[q].chain;
	a->queue[q] = (struct admittance_queue){ .destination = destination, .chain = *bucket };
	*bucket = q;
	return a->queue + q;
}

static void close_queue(struct admittance *a, struct admittance_queue *queue)
{
	uint16_t *at = bucket_of(a, queue->destination);

	while (a->queue + *at != queue)
		at = &a->queue[*at].chain;
	*at = queue->chain;
	queue->chain = a->free_queue;
	a->free_queue = (uint16_t)(queue - a->queue);
}

bool admittance_push(struct admittance *a, uint32_t destination, uint64_t cycle, unsigned flits)
{
	struct admittance_queue *queue = find(a, destination);
	uint16_t p = a->free_packet;

	if (a->used == a->capacity || (queue && queue->n > a->capacity - a->used))
		return false;
	if (p == NO_INDEX)
		p = a->fresh_packet++;
	else
		a->free_packet = a->packet[p].next;
	a->packet[p] = (struct admitted){ .cycle = (uint32_t)cycle, .flits = (uint8_t)flits };
	a->used++;
	if (queue) {
		a->packet[queue->last].next = p;
	} else {
		queue = open_queue(a, destination);
		queue->first = p;
		members_add(&a->ready, destination);
	}
	queue->last = p;
	queue->n++;
	return true;
}

struct admitted admittance_pop(struct admittance *a, uint32_t destination)
{
	struct admittance_queue *queue = find(a, destination);

	assert(queue && queue->n);
	const uint16_t p = queue->first;
	const struct admitted packet = a->packet[p];

	queue->first = packet.next;
	a->packet[p].next = a->free_packet;
	a->free_packet = p;
	a->used--;
	if (--queue->n == 0) {
		members_remove(&a->ready, destination);
		close_queue(a, queue);
	}
	a->next = destination + 1;
	return packet;
}

void admittance_park(struct admittance *a, uint32_t destination, unsigned line)
{
	struct admittance_queue *queue = find(a, destination);

	assert(queue);
	members_remove(&a->ready, destination);
	queue->parked = a->parked[line];
	a->parked[line] = (uint16_t)(queue - a->queue);
}

void admittance_release(struct admittance *a, unsigned line)
{
	for (uint16_t q = a->parked[line]; q != NO_INDEX; q = a->queue[q].parked)
		members_add(&a->ready, a->queue[q].destination);
	a->parked[line] = NO_INDEX;
}
