/* Admittance queues against plain arrays: who has room, whose turn it is, what comes out. */
#include "net/nodes/admittance.h"
#include "rng.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { LINES = 4, FREE_TO_GO = -1, DESTINATIONS = 5000, PACKETS = 300, STEPS = 40000 };

/* All packets in order of arrival, and for each destination the line that it is parked with. */
struct plain {
	unsigned destinations, capacity, used;
	uint32_t next;
	struct { uint32_t destination, cycle; uint8_t flits; } packet[PACKETS];
	int line[DESTINATIONS];
};

static unsigned plain_waiting(const struct plain *p, uint32_t destination)
{
	unsigned n = 0;

	for (unsigned i = 0; i < p->used; i++)
		n += p->packet[i].destination == destination;
	return n;
}

static bool plain_push(struct plain *p, uint32_t destination, uint32_t cycle, uint8_t flits)
{
	if (p->used == p->capacity || (plain_waiting(p, destination) && plain_waiting(p, destination) > p->capacity - p->used))
		return false;
	p->packet[p->used].destination = destination;
	p->packet[p->used].cycle = cycle;
	p->packet[p->used++].flits = flits;
	return true;
}

/* The packet that is served next; `used`: none. */
static unsigned plain_turn(const struct plain *p)
{
	unsigned best = p->used;
	uint32_t best_ahead = UINT32_MAX;

	for (unsigned i = 0; i < p->used; i++) {
		const uint32_t d = p->packet[i].destination, ahead = (d + 2 * p->destinations - p->next) % p->destinations;

		if (p->line[d] == FREE_TO_GO && ahead < best_ahead) {
			best = i;
			best_ahead = ahead;
		}
	}
	return best;
}

static void plain_pop(struct plain *p, unsigned i)
{
	p->next = p->packet[i].destination + 1;
	memmove(p->packet + i, p->packet + i + 1, (--p->used - i) * sizeof *p->packet);
}

/* As nodes do: what is cold behind what is hot, on cache lines. */
static void *place(struct admittance *a, unsigned destinations, unsigned capacity)
{
	struct arena measured = { .block = NULL };

	memset(a, 0, sizeof *a);
	admittance_place(a, &measured, destinations, LINES, capacity);
	const size_t hot = (measured.used[HOT] + 63) / 64 * 64, size = hot + (measured.used[COLD] + 63) / 64 * 64;
	char *block = aligned_alloc(64, size);

	assert_non_null(block);
	memset(block, 0, size);
	admittance_place(a, &(struct arena){ .block = block, .used = { 0, hot } }, destinations, LINES, capacity);
	admittance_reset(a, LINES);
	return block;
}

/* One of a few, or any: so that some queues become long. */
static uint32_t some_destination(struct rng *r, unsigned destinations)
{
	return rng_below(r, 2) ? rng_below(r, destinations) : rng_below(r, destinations < 5 ? destinations : 5) * (destinations / 5 ? destinations / 5 : 1);
}

/* A service level for a packet, known by its length. */
static unsigned sl_of(unsigned flits)
{
	return flits % 8;
}

static void serve(struct admittance *a, bool few, struct plain *p, struct rng *r)
{
	const unsigned i = plain_turn(p);

	assert_int_equal(admittance_ready(a, few, 0), i < p->used);
	if (i == p->used)
		return;
	struct admittance_queue *queue = admittance_turn(a, few, 0);

	assert_int_equal(queue->destination, p->packet[i].destination);
	assert_int_equal(queue->first.cycle, p->packet[i].cycle);
	assert_int_equal(queue->first.flits, p->packet[i].flits);
	assert_int_equal(queue->first.sl, sl_of(p->packet[i].flits));
	if (rng_below(r, 4)) {
		admittance_pop(a, few, queue);
		plain_pop(p, i);
	} else {
		const unsigned line = rng_below(r, LINES);

		p->line[queue->destination] = (int)line;
		admittance_park(a, queue, line);
	}
}

static void let_go(struct admittance *a, struct plain *p, unsigned line)
{
	admittance_release(a, line);
	for (uint32_t d = 0; d < p->destinations; d++)
		if (p->line[d] == (int)line)
			p->line[d] = FREE_TO_GO;
}

static void push(struct admittance *a, bool few, struct plain *p, struct rng *r)
{
	const uint32_t destination = some_destination(r, p->destinations), cycle = (uint32_t)rng_next(r);
	const uint8_t flits = (uint8_t)(1 + rng_below(r, 64));

	assert_int_equal(admittance_empty(a), !p->used);
	if (admittance_empty(a) && rng_below(r, 2)) {
		admittance_pass(a, destination);
		p->next = destination + 1;
	} else {
		assert_int_equal(admittance_push(a, few, destination, cycle, flits, sl_of(flits)), plain_push(p, destination, cycle, flits));
	}
}

TEST(queues_are_those_of_plain_arrays)
{
	static const struct { unsigned destinations, capacity; } sizes[] = {
		{ 2, 1 }, { 8, 100 }, { 8, 100 }, { 64, 64 }, { 64, 64 }, { 64, 300 }, { 64, 300 }, { 65, 200 }, { 100, 100 }, { 65, 64 }, { 64, 7 }, { 300, 16 }, { 5000, 100 }, { 1000, 1 },
	};
	struct plain *p = malloc(sizeof *p);
	struct rng r = rng_seed(8, 0);

	assert_non_null(p);
	for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		struct admittance a;
		void *block = place(&a, sizes[k].destinations, sizes[k].capacity);
		const bool few = k % 2 && admittance_few(sizes[k].destinations, sizes[k].capacity);
		unsigned fullest = 0;

		memset(p, 0, sizeof *p);
		memset(p->line, 0xff, sizeof p->line);
		p->destinations = sizes[k].destinations;
		p->capacity = sizes[k].capacity;
		for (unsigned step = 0; step < STEPS; step++) {
			const bool filling = step / 1000 % 2;
			const unsigned what = rng_below(&r, 100);

			if (what < 2)
				let_go(&a, p, rng_below(&r, LINES));
			else if (what < (filling ? 70u : 40u))
				push(&a, few, p, &r);
			else
				serve(&a, few, p, &r);
			assert_int_equal(a.capacity - a.room, p->used);
			fullest = p->used > fullest ? p->used : fullest;
		}
		assert_in_range(fullest, p->capacity - p->capacity / 20, p->capacity);  /* the last places are kept for queues that are not there */
		free(block);
	}
	free(p);
}
