#ifndef FLOWS_H
#define FLOWS_H

#include "../units/arena.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Packets of each flow of a node, counted modulo 256, or modulo 16 where a byte for each
 * pair of nodes would be too much: what a sequence number has to be.
 */
enum { FLOWS_WIDE = 2048 };     /* nodes up to which a byte is spent */

struct flows {
	uint8_t *count;
	unsigned bits;                  /* 8 or 4 */
};

static inline void flows_place(struct flows *f, struct arena *a, unsigned nodes)
{
	f->bits = nodes <= FLOWS_WIDE ? 8 : 4;
	f->count = arena_take(a, COLD, (nodes * (size_t)f->bits + 7) / 8, 1);
}

/* The number of the next packet of the flow with this node, and the one after it. */
static inline unsigned flows_count(struct flows *f, uint32_t node)
{
	if (f->bits == 8)
		return f->count[node]++;
	uint8_t *at = f->count + node / 2;
	const unsigned shift = node % 2 * 4, number = *at >> shift & 15u;

	*at = (uint8_t)((*at & ~(15u << shift)) | ((number + 1) & 15) << shift);
	return number;
}

/* One arrives with this number, as flows_count() gave it out. Is it the next one? If not, it counts on from there. */
static inline bool flows_take(struct flows *f, uint32_t node, unsigned number)
{
	if (f->bits == 8) {
		const bool next = f->count[node] == number;

		f->count[node] = (uint8_t)(number + 1);
		return next;
	}
	uint8_t *at = f->count + node / 2;
	const unsigned shift = node % 2 * 4;
	const bool next = (*at >> shift & 15u) == number;

	*at = (uint8_t)((*at & ~(15u << shift)) | ((number + 1) & 15) << shift);
	return next;
}

#endif
