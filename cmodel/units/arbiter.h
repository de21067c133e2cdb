#pragma once

#include "arena.h"
#include "bits.h"
#include "lanes.h"
#include "params.h"
#include "prefetch.h"

#include <string.h>

/*
 * A bank of equal arbiters (microarchitecture-slots.md, 5), one for each port.
 * Round-robin: `next` is the requester served last plus 1; 0 if none was served yet.
 * Matrix: order[i] is the number of requesters that go before i. The order is total, so the upper triangle of the matrix follows from it.
 * One requester: the state never changes.
 */
struct arbiter_bank {
	unsigned n;             /* requesters */
	uint8_t (*order)[SWITCH_PORTS]; /* by requester, by arbiter; NULL: not a matrix */
	_Alignas(SWITCH_PORTS) uint16_t next[SWITCH_PORTS];    /* by arbiter */
};

static inline void arbiter_place(struct arbiter_bank *a, struct arena *arena, unsigned n, unsigned kind)
{
	a->n = n;
	a->order = kind == ARBITER_matrix ? arena_take(arena, HOT, n, sizeof *a->order) : NULL;
}

/* Lines that nearly every cycle touches. */
static inline void arbiter_hot(const struct arbiter_bank *a, struct hot_lines *h)
{
	hot_add(h, a, offsetof(struct arbiter_bank, next));
	if (a->order)
		hot_add(h, a->order, a->n * sizeof *a->order);
	else
		hot_add(h, a->next, sizeof a->next);
}

/* As in struct unit_model, of a unit that begins with one. */
struct bank;
void arbiter_reset(void *unit, const struct bank *);

/* Returns the winner of arbiter k among req, which is not empty; at most 64 requesters. */
static inline unsigned arbiter_pick(const struct arbiter_bank *a, unsigned k, uint64_t req)
{
	if (a->order) {
		unsigned first = 0, least = UINT8_MAX;

		EACH_IN(i, req) {
			const unsigned order = a->order[i][k];

			first = order < least ? i : first;
			least = order < least ? order : least;
		}
		return first;
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
	const unsigned from = a->next[k] < a->n ? a->next[k] : 0, first = from / 64, at = from % 64;
	uint64_t some = 0;              /* words that are not empty */

	EACH_OF(w, words)
		some |= (uint64_t)(req[w] != 0) << w;
	/* the words from `first` on, and that one again: which comes first is unpredictable, so without a branch */
	const uint64_t turns = (uint64_t)(req[first] >> at != 0) | (some | some << words) >> (first + 1) << 1;
	const unsigned turn = lowest(turns), w = first + turn - (words & -(unsigned)(first + turn >= words));

	return w * 64 + lowest(req[w] & UINT64_MAX << (at & -(unsigned)!turn));
}

/* Update the state of arbiter k, whose grant to the winner is used. */
static inline void arbiter_served(struct arbiter_bank *a, unsigned k, unsigned winner)
{
	if (a->n == 1)
		return;
	if (!a->order) {
		a->next[k] = (uint16_t)(winner + 1);
		return;
	}
	const uint8_t order = a->order[winner][k];

	if (order == a->n - 1)          /* the last already: one that is served again and again */
		return;
	for (unsigned i = 0; i < a->n; i++)
		a->order[i][k] = (uint8_t)(a->order[i][k] - (a->order[i][k] > order));
	a->order[winner][k] = (uint8_t)(a->n - 1);
}

/* Of all arbiters at once, matrices: pick the winners of n requesters; in each arbiter of the set, the winner is served. */
STAGE lanes arbiter_pick_all_by_matrix(const struct arbiter_bank *a, unsigned n, const uint64_t *req)
{
	const lanes none = lanes_all(UINT8_MAX);
	lanes first = lanes_all(0), least = none;

	EACH_OF(i, n) {
		const lanes order = lanes_where(req[i], lanes_load(a->order[i]), none);

		first = lanes_where_less(order, least, lanes_all((uint8_t)i), first);
		least = lanes_least(order, least);
	}
	return first;
}

STAGE lanes arbiter_order_all(const struct arbiter_bank *a, unsigned n, lanes requester)
{
	lanes order = lanes_all(UINT8_MAX);

	EACH_OF(i, n)
		order = lanes_where_equal(requester, lanes_all((uint8_t)i), lanes_load(a->order[i]), order);
	return order;
}

STAGE void arbiter_served_all_by_matrix(struct arbiter_bank *a, unsigned n, uint64_t set, lanes winner)
{
	const lanes order = arbiter_order_all(a, n, winner), last = lanes_all((uint8_t)(n - 1));

	EACH_OF(i, n) {
		const lanes at = lanes_load(a->order[i]), after = lanes_where_less(order, at, lanes_subtract(at, lanes_all(1)), at);

		lanes_store(a->order[i], lanes_where(set, lanes_where_equal(winner, lanes_all((uint8_t)i), last, after), at));
	}
}

/* Pick the winners of these arbiters at once, of n requesters. req: by requester, arbiters that it requests. Other lanes are unspecified. */
STAGE lanes arbiter_pick_all(const struct arbiter_bank *a, uint64_t arbiters, unsigned n, const uint64_t *req)
{
	lanes first = lanes_all(0), ahead = first;
	uint64_t some_ahead = 0;

	if (!LANES_WIDE) {
		uint8_t winner[SWITCH_PORTS] = { 0 };

		EACH_IN(k, arbiters)
			winner[k] = (uint8_t)arbiter_pick(a, k, rows_with(req, n, k));
		return lanes_load(winner);
	}
	if (a->order)
		return arbiter_pick_all_by_matrix(a, n, req);
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

/* By arbiter: how many of n requesters go before this one. Of those that request, the one with the least is the winner. */
STAGE lanes arbiter_before_all(const struct arbiter_bank *a, unsigned n, lanes requester)
{
	if (a->order)
		return arbiter_order_all(a, n, requester);
	return lanes_wrap_up(lanes_subtract(requester, lanes_load_words(a->next)), n);
}

/* In each arbiter of the set, the winner is served. */
STAGE void arbiter_served_all(struct arbiter_bank *a, unsigned n, uint64_t set, lanes winner)
{
	if (n == 1)
		return;
	if (a->order)
		arbiter_served_all_by_matrix(a, n, set, winner);
	else
		lanes_store_words(set, a->next, lanes_add(winner, lanes_all(1)));
}

/* Render prio_q of these arbiters. */
struct rendering;
void arbiter_image(const struct arbiter_bank *a, uint64_t arbiters, struct rendering r, unsigned row);
