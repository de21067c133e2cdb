#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A directed graph; a vertex has at most 64 * words successors. */
struct cycle_graph {
	uint32_t vertices, words;
	uint64_t *after;                /* by vertex, words for each: a bit for each successor; cleared as they are followed */
	uint32_t (*successor)(const void *of, uint32_t vertex, unsigned bit);
	const void *of;
};

/*
 * Find a cycle: its vertices, each with the next as a successor, and the last with the first. NULL: there is none; else to be freed. False: not
 * enough memory.
 */
bool cycle_find(const struct cycle_graph *, uint32_t **cycle, uint32_t *length);
