#ifndef ARBITER_H
#define ARBITER_H

#include "arena.h"
#include "bits.h"
#include "lanes.h"
#include "params.h"

/*
 * A bank of equal arbiters (microarchitecture.md, 5), one for each port.
 * Round-robin: `next` is the requester served last plus 1; 0 if none was served yet.
 * Matrix: before[i] is the set of requesters that go before i. The order is total,
 * so the upper triangle of the matrix defines it.
 * One requester: the state never changes.
 */
struct arbiter_bank {
	unsigned n;             /* requesters */
	uint64_t *before;       /* by arbiter and requester; NULL: not a matrix */
	_Alignas(SWITCH_PORTS) uint16_t next[SWITCH_PORTS];    /* by arbiter */
};

static inline void arbiter_place(struct arbiter_bank *a, struct arena *arena, unsigned arbiters, unsigned n, unsigned kind)
{
	a->n = n;
	a->before = kind == ARBITER_matrix ? arena_take(arena, HOT, (size_t)arbiters * n, sizeof *a->before) : NULL;
}

static inline void arbiter_reset(struct arbiter_bank *a, unsigned arbiters)
{
	if (a->before)
		for (unsigned k = 0; k < arbiters * a->n; k++)
			a->before[k] = ones(k % a->n);
}

/* Returns the winner of arbiter k among req, which is not empty; at most 64 requesters. */
static inline unsigned arbiter_pick(const struct arbiter_bank *a, unsigned k, uint64_t req)
{
	if (a->before) {
		const uint64_t *before = a->before + (size_t)k * a->n;
		unsigned i = 0;

		EACH(i, req)
			if (!(req & before[i]))
				break;
		return i;
	}
	/* next = 64 wraps to "all", which picks the same as "none ahead" */
	const uint64_t ahead = req & UINT64_MAX << (a->next[k] & 63);

	return lowest(ahead ? ahead : req);
}

/* The same for any number of requesters; req: a set of `words` words. With more than one word, round-robin. */
static inline unsigned arbiter_pick_of(const struct arbiter_bank *a, unsigned k, const uint64_t *req, unsigned words)
{
	if (words == 1)
		return arbiter_pick(a, k, *req);
	const unsigned from = a->next[k] < a->n ? a->next[k] : 0;
	unsigned w = from / 64;
	uint64_t ahead = req[w] & UINT64_MAX << from % 64;

	while (!ahead) {
		w = w + 1 == words ? 0 : w + 1;
		ahead = req[w];
	}
	return w * 64 + lowest(ahead);
}

/* Update the state of arbiter k, whose grant to the winner is used. */
static inline void arbiter_served(struct arbiter_bank *a, unsigned k, unsigned winner)
{
	if (a->n == 1)
		return;
	if (!a->before) {
		a->next[k] = (uint16_t)(winner + 1);
		return;
	}
	uint64_t *before = a->before + (size_t)k * a->n;

	for (unsigned i = 0; i < a->n; i++)
		before[i] &= ~bit(winner);
	before[winner] = ones(a->n) & ~bit(winner);
}

/* Pick the winners of these arbiters at once, round-robin, of n requesters. req: by requester, arbiters that it requests. Other lanes are unspecified. */
static inline lanes arbiter_pick_all(const struct arbiter_bank *a, uint64_t arbiters, unsigned n, const uint64_t *req)
{
	lanes first = lanes_all(0), ahead = first;
	uint64_t some_ahead = 0;

	if (!LANES_WIDE) {
		uint8_t winner[SWITCH_PORTS] = { 0 };
		unsigned k;

		EACH(k, arbiters)
			winner[k] = (uint8_t)arbiter_pick(a, k, rows_with(req, n, k));
		return lanes_load(winner);
	}
	const lanes next = lanes_load_words(a->next);

	EACH_OF(k, n) {
		const unsigned i = n - 1 - k;
		const lanes number = lanes_all((uint8_t)i);
		const uint64_t later = req[i] & ~lanes_less(number, next);

		first = lanes_where(req[i], number, first);
		ahead = lanes_where(later, number, ahead);
		some_ahead |= later;
	}
	return lanes_where(some_ahead, ahead, first);
}

/* In each arbiter of the set, the winner is served. */
static inline void arbiter_served_all(struct arbiter_bank *a, unsigned n, uint64_t set, lanes winner)
{
	if (n > 1)
		lanes_store_words(set, a->next, lanes_add(winner, lanes_all(1)));
}

/* Render prio_q of these arbiters. */
struct rendering;
void arbiter_image(const struct arbiter_bank *a, uint64_t arbiters, struct rendering r, unsigned row);

#endif
