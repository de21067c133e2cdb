#pragma once

#include "arena.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/*
 * A set of a few numbers of any size, in ascending order: for sets of which the most members are known, and are far fewer than the numbers that
 * members.h has a bit for. Adding and removing move all higher members.
 */
struct ranks {
	uint32_t members;
	uint32_t *member;               /* ascending */
};

/* most: members at a time. */
static inline void ranks_place(struct ranks *r, struct arena *a, unsigned most)
{
	r->members = 0;
	r->member = arena_take(a, COLD, most, sizeof *r->member);
}

static inline bool ranks_any(const struct ranks *r)
{
	return r->members != 0;
}

/* The place of the lowest member from x on; `members` if all are lower. */
static inline uint32_t ranks_place_of(const struct ranks *r, uint32_t x)
{
	uint32_t from = 0;

	for (uint32_t rest = r->members; rest;) {
		const uint32_t half = rest / 2;
		const bool above = r->member[from + half] < x;

		from += above ? half + 1 : 0;
		rest = above ? rest - half - 1 : half;
	}
	return from;
}

/* Add x, which is no member. */
static inline void ranks_add(struct ranks *r, uint32_t x)
{
	const uint32_t k = ranks_place_of(r, x);

	assert(k == r->members || r->member[k] != x);
	memmove(r->member + k + 1, r->member + k, (r->members++ - k) * sizeof *r->member);
	r->member[k] = x;
}

/* Remove x, which is a member. */
static inline void ranks_remove(struct ranks *r, uint32_t x)
{
	const uint32_t k = ranks_place_of(r, x);

	memmove(r->member + k, r->member + k + 1, (--r->members - k) * sizeof *r->member);
}

/* The lowest member from x on, or the lowest of all if there is none. The set is not empty. */
static inline uint32_t ranks_next(const struct ranks *r, uint32_t x)
{
	const uint32_t k = ranks_place_of(r, x);

	return r->member[k < r->members ? k : 0];
}
