#pragma once

#include <stddef.h>
#include <stdint.h>

/*
 * Memory for all arrays of a switch: a block, and what is apart. The units take their arrays twice: first
 * without a block, which only measures (they get NULL), then for good.
 * HOT is what every packet touches; COLD comes after it. PAST, apart, is what images show of the past, no part of the
 * state: it takes no memory where there are no images. The slots of input memories are apart as well, in rows: one for
 * each number of a slot.
 * A unit (unit.h) lists its arrays; its place() takes others. reset(), called after it, sets what is not 0 after reset.
 */
enum heat { HOT, COLD, PAST, HEATS };

/* n rows of so many bytes, a power of two; each begins `apart` bytes, another one, behind the one before. */
struct rows {
	char *at;
	size_t apart;
	uint32_t n, bytes;
};

struct arena {
	char *block;            /* zeroed, 64-byte aligned; NULL: measure */
	char *past;             /* the same of PAST; NULL: nothing takes any */
	size_t used[HEATS];     /* bytes by heat; when placing, COLD starts at what HOT took */
	struct rows rows;       /* when placing, `at` and `apart` are given */
};

/* Take n elements of `size` bytes, zeroed. Arrays of 64 bytes and more are aligned to a cache line. */
static inline void *arena_take(struct arena *a, enum heat heat, size_t n, size_t size)
{
	const size_t align = n * size >= 64 ? 64 : 8;
	const size_t at = (a->used[heat] + align - 1) / align * align;

	a->used[heat] = at + n * size;
	return a->block ? (heat == PAST ? a->past : a->block) + at : NULL;
}

/* Take n rows of a cache line or more each, zeroed: all that a switch has. */
static inline struct rows arena_take_rows(struct arena *a, size_t n, size_t bytes)
{
	a->rows.n = (uint32_t)n;
	a->rows.bytes = (uint32_t)bytes;
	return a->rows;
}
