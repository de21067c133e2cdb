#ifndef FLOWS_H
#define FLOWS_H

#include "../units/arena.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Packets of each flow of a node, counted modulo 256, or modulo 16 where a byte for each
 * pair of nodes would be too much: what a sequence number has to be. In bits, 8 or 4, which the nodes of a network have in common.
 */
enum { FLOWS_WIDE = 2048 };     /* nodes up to which a byte is spent */

static inline unsigned flows_bits(unsigned nodes)
{
	return nodes <= FLOWS_WIDE ? 8 : 4;
}

/* Those to every node, and those from every node: of these, the numbers of nodes are higher by `nodes`. */
static inline uint8_t *flows_place(struct arena *a, unsigned nodes)
{
	return arena_take(a, COLD, (2 * nodes * (size_t)flows_bits(nodes) + 7) / 8, 1);
}

/* It will be asked for. */
static inline void flows_fetch(const uint8_t *flow, unsigned bits, uint32_t node)
{
	__builtin_prefetch(flow + node * bits / 8, 1);
}

/* The number of the next packet of the flow with this node, and the one after it. */
static inline unsigned flows_count(uint8_t *flow, unsigned bits, uint32_t node)
{
	if (bits == 8)
		return flow[node]++;
	uint8_t *pair = flow + node / 2;
	const unsigned shift = node % 2 * 4, both = *pair, number = both >> shift & 15;

	*pair = (uint8_t)((both & ~(15u << shift)) | ((number + 1) & 15) << shift);
	return number;
}

/* One arrives that was given this number. Is it the next one? If not, it counts on from there. */
static inline bool flows_take(uint8_t *flow, unsigned bits, uint32_t node, unsigned number)
{
	if (bits == 8) {
		const bool next = flow[node] == number;

		flow[node] = (uint8_t)(number + 1);
		return next;
	}
	uint8_t *pair = flow + node / 2;
	const unsigned shift = node % 2 * 4, both = *pair;

	*pair = (uint8_t)((both & ~(15u << shift)) | ((number + 1) & 15) << shift);
	return (both >> shift & 15) == number;
}

#endif
