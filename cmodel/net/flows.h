#ifndef FLOWS_H
#define FLOWS_H

#include "../units/arena.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Sequence numbers of packets, for each flow of a node: counts modulo 256, or modulo 16 where
 * a byte for each pair of nodes would be too much. bits: 8 or 4, the same for all nodes of a network.
 */
enum { FLOWS_WIDE = 2048 };     /* most nodes with counts of 8 bits */

static inline unsigned flows_bits(unsigned nodes)
{
	return nodes <= FLOWS_WIDE ? 8 : 4;
}

/* Counts of `flows` flows to nodes, by number, and as many from nodes, by number + `flows`. */
static inline uint8_t *flows_place(struct arena *a, unsigned flows, unsigned bits)
{
	return arena_take(a, COLD, (2 * flows * (size_t)bits + 7) / 8, 1);
}

/* Prefetch the count of the flow of this number; here and below, a node, or a node at a service level. */
static inline void flows_fetch(const uint8_t *flow, unsigned bits, uint32_t node)
{
	__builtin_prefetch(flow + node * bits / 8, 1);
}

/* Returns the number of the next packet of the flow, and counts the packet. */
static inline unsigned flows_count(uint8_t *flow, unsigned bits, uint32_t node)
{
	if (bits == 8)
		return flow[node]++;
	uint8_t *pair = flow + node / 2;
	const unsigned shift = node % 2 * 4, both = *pair, number = both >> shift & 15;

	*pair = (uint8_t)((both & ~(15u << shift)) | ((number + 1) & 15) << shift);
	return number;
}

/* A packet with this number arrives. Returns whether it is the next one; counting goes on from its number either way. */
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
