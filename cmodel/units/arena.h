#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>

/*
 * One block for all arrays of a switch. The units take their arrays twice: first
 * without a block, which only measures (they get NULL), then in the block.
 * HOT is what every packet touches. COLD comes after it, so that slots never used
 * and history that nobody reads take no memory.
 * x_place() of a unit takes its arrays. x_reset(), called after it, sets what is not 0 after reset.
 */
enum heat { HOT, COLD };

struct arena {
	char *block;            /* zeroed, 64-byte aligned; NULL: measure */
	size_t used[2];         /* bytes by heat; when placing, COLD starts at what HOT took */
};

/* Take n elements of `size` bytes, zeroed. Arrays of 64 bytes and more are aligned to a cache line. */
static inline void *arena_take(struct arena *a, enum heat heat, size_t n, size_t size)
{
	const size_t align = n * size >= 64 ? 64 : 8;
	const size_t at = (a->used[heat] + align - 1) / align * align;

	a->used[heat] = at + n * size;
	return a->block ? a->block + at : NULL;
}

#endif
