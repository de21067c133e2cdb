#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A message that is to be sent, or what is left of it. Ordered by cycle, then by number: a heap. */
struct wish {
	uint64_t cycle, flits;
	uint32_t number, to;            /* among those of the rank; node */
};

static inline bool wish_before(const struct wish *a, const struct wish *b)
{
	return a->cycle != b->cycle ? a->cycle < b->cycle : a->number < b->number;
}

/* Into a heap of n, which has room for it. */
static inline void wishes_put(struct wish *heap, uint32_t n, const struct wish *w)
{
	for (; n && wish_before(w, &heap[(n - 1) / 2]); n = (n - 1) / 2)
		heap[n] = heap[(n - 1) / 2];
	heap[n] = *w;
}

/* The first out of a heap, of which n are left. */
static inline void wishes_drop(struct wish *heap, uint32_t n)
{
	const struct wish last = heap[n];
	uint32_t k = 0, child;

	while ((child = 2 * k + 1) < n) {
		child += child + 1 < n && wish_before(&heap[child + 1], &heap[child]);
		if (wish_before(&last, &heap[child]))
			break;
		heap[k] = heap[child];
		k = child;
	}
	heap[k] = last;
}
