#ifndef MEMBERS_H
#define MEMBERS_H

#include "arena.h"
#include "bits.h"

#include <stdbool.h>

/*
 * A set of numbers below n, n up to 64^4, of which the next member after any is found without a search:
 * a bit for each, a bit for each word of those that is not zero, and so on. Sets of one word go without choices and loops.
 */
enum { MEMBERS_LEVELS = 4 };

struct members {
	unsigned levels;
	unsigned words[MEMBERS_LEVELS];
	uint64_t *word[MEMBERS_LEVELS];
};

static inline void members_place(struct members *m, struct arena *a, unsigned n)
{
	m->levels = 0;
	do {
		n = (n + 63) / 64;
		m->words[m->levels] = n;
		m->word[m->levels++] = arena_take(a, HOT, n, sizeof(uint64_t));
	} while (n > 1);
}

static inline uint64_t members_rotated(uint64_t word, unsigned by)
{
	return word >> by % 64 | word << (-by % 64);
}

static inline bool members_any(const struct members *m)
{
	return *m->word[m->levels - 1] != 0;
}

static inline void members_add(struct members *m, uint32_t x)
{
	if (m->levels == 1) {
		*m->word[0] |= bit(x);
		return;
	}
	for (unsigned i = 0; i < m->levels; i++, x /= 64)
		m->word[i][x / 64] |= bit(x % 64);
}

static inline void members_remove(struct members *m, uint32_t x)
{
	if (m->levels == 1) {
		*m->word[0] &= ~bit(x);
		return;
	}
	for (unsigned i = 0; i < m->levels; i++, x /= 64)
		if (m->word[i][x / 64] &= ~bit(x % 64))
			return;
}

/* The least member from x on, or the least of all if there is none; the set is not empty. */
static inline uint32_t members_next(const struct members *m, uint32_t x)
{
	unsigned i = 0;

	if (m->levels == 1)
		return (x + lowest(members_rotated(*m->word[0], x))) % 64;
	for (; i < m->levels; i++) {
		const uint64_t ahead = x / 64 < m->words[i] ? m->word[i][x / 64] >> x % 64 : 0;

		if (ahead) {
			x += lowest(ahead);
			break;
		}
		x = x / 64 + 1;
	}
	if (i == m->levels)
		x = lowest(*m->word[--i]);
	while (i-- > 0)
		x = x * 64 + lowest(m->word[i][x]);
	return x;
}

#endif
