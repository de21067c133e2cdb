#pragma once

#include "arena.h"
#include "bits.h"

#include <stdbool.h>
#include <string.h>

/* Sets of destinations, as bit masks: for each line of a CAM, or for each input (NSB). */
struct destinations {
	unsigned words;                 /* of a set */
	uint64_t *set;
};

static inline void destinations_place(struct destinations *u, struct arena *a, unsigned sets, unsigned nodes)
{
	u->words = (nodes + 63) / 64;
	u->set = arena_take(a, HOT, (size_t)sets * u->words, sizeof *u->set);
}

static inline uint64_t *destinations_of(const struct destinations *u, unsigned k)
{
	return u->set + (size_t)k * u->words;
}

static inline bool destinations_has(const struct destinations *u, unsigned k, uint32_t destination)
{
	return destinations_of(u, k)[destination / 64] >> destination % 64 & 1;
}

static inline void destinations_add(struct destinations *u, unsigned k, uint32_t destination)
{
	destinations_of(u, k)[destination / 64] |= bit(destination % 64);
}

static inline void destinations_clear(struct destinations *u, unsigned k)
{
	memset(destinations_of(u, k), 0, u->words * sizeof *u->set);
}
