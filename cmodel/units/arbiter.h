#ifndef ARBITER_H
#define ARBITER_H

#include "arena.h"
#include "bits.h"
#include "params.h"

/*
 * A bank of equal arbiters (microarchitecture.md, 5), one for each port.
 * Round-robin: `next` is the lowest index that prio_q has set, n where it has none.
 * Matrix: before[i] are the requesters that go before i; it is always a total
 * order, so the bits of the upper triangle say it all.
 * One requester: neither, and nothing is ever written.
 */
struct arbiter_bank {
	unsigned n;             /* requesters */
	uint64_t *before;       /* by arbiter and requester; NULL: round-robin */
	uint16_t next[SWITCH_PORTS];    /* by arbiter */
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

/* The winner among req, which is not empty. */
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

/* The same of any number of requesters, in words; more than 64 are round-robin. */
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

/* prio_q of these arbiters. */
struct rendering;
void arbiter_image(const struct arbiter_bank *a, uint64_t arbiters, struct rendering r, unsigned row);

#endif
