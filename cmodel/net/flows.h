#ifndef FLOWS_H
#define FLOWS_H

#include "../units/arena.h"

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

static inline unsigned flows_modulus(const struct flows *f)
{
	return 1u << f->bits;
}

/* The number of the flow with this node; `next` is to be that of the one after. */
static inline unsigned flows_number(const struct flows *f, uint32_t node)
{
	return f->bits == 8 ? f->count[node] : (unsigned)(f->count[node / 2] >> node % 2 * 4) & 15;
}

static inline void flows_set(struct flows *f, uint32_t node, unsigned next)
{
	if (f->bits == 8) {
		f->count[node] = (uint8_t)next;
	} else {
		uint8_t *at = f->count + node / 2;
		const unsigned shift = node % 2 * 4;

		*at = (uint8_t)((*at & ~(15u << shift)) | (next & 15) << shift);
	}
}

#endif
