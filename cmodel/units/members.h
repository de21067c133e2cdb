#pragma once

#include "arena.h"
#include "bits.h"

#include <stdbool.h>

/*
 * A set of numbers below n, n up to 64^4, as a tree of bit masks: level 0 has a bit for each number, the next
 * level a bit for each word that is not 0, up to a level of one word. Finding the next member takes a step per level.
 */
enum { MEMBERS_LEVELS = 4 };

struct members {
	uint64_t top;
	unsigned lower;                 /* levels below top */
	unsigned words[MEMBERS_LEVELS - 1];
	uint64_t *word[MEMBERS_LEVELS - 1];
};

static inline void members_place(struct members *m, struct arena *a, unsigned n)
{
	*m = (struct members){ .top = 0 };
	for (; n > 64; n = m->words[m->lower++]) {
		m->words[m->lower] = (n + 63) / 64;
		m->word[m->lower] = arena_take(a, HOT, m->words[m->lower], sizeof(uint64_t));
	}
}

static inline bool members_any(const struct members *m)
{
	return m->top != 0;
}

static inline void members_add(struct members *m, uint32_t x)
{
	for (unsigned i = 0; i < m->lower; i++, x /= 64)
		m->word[i][x / 64] |= bit(x % 64);
	m->top |= bit(x);
}

static inline void members_remove(struct members *m, uint32_t x)
{
	for (unsigned i = 0; i < m->lower; i++, x /= 64)
		if (m->word[i][x / 64] &= ~bit(x % 64))
			return;
	m->top &= ~bit(x);
}

/* The lowest 1 of a word from bit x % 64 on, or the lowest of all if there is none. The word is not 0. */
static inline uint32_t members_next_bit(uint64_t word, uint32_t x)
{
	return (x + lowest(word >> x % 64 | word << (-x % 64))) % 64;
}

/* The lowest member from x on, or the lowest of all if there is none. The set is not empty. */
static inline uint32_t members_next(const struct members *m, uint32_t x)
{
	unsigned i = 0;

	if (!m->lower)
		return members_next_bit(m->top, x);
	for (; i < m->lower; i++) {
		const uint64_t ahead = x / 64 < m->words[i] ? m->word[i][x / 64] >> x % 64 : 0;

		if (ahead) {
			x += lowest(ahead);
			break;
		}
		x = x / 64 + 1;
	}
	if (i == m->lower)
		x = x < 64 && m->top >> x ? x + lowest(m->top >> x) : lowest(m->top);
	while (i-- > 0)
		x = x * 64 + lowest(m->word[i][x]);
	return x;
}
