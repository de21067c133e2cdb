#include "stock.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

struct stock_block {
	struct stock_block *before, *behind;
	alignas(max_align_t) char bytes[];
};

/* A new one, zeroed; or an old one, which becomes longer. */
static void *block_of(struct stock *s, struct stock_block *old, size_t n, size_t size)
{
	const size_t most = size ? (SIZE_MAX - sizeof *old) / size : SIZE_MAX, bytes = sizeof *old + n * size;
	struct stock_block *const b = n > most ? NULL : old ? realloc(old, bytes) : calloc(1, bytes);

	if (!b) {
		s->lacking = true;
		return NULL;
	}
	if (!old)
		b->before = s->last;
	if (b->before)
		b->before->behind = b;
	*(b->behind ? &b->behind->before : &s->last) = b;
	return b->bytes;
}

void *stock_array(struct stock *s, size_t n, size_t size)
{
	return block_of(s, NULL, n, size);
}

char *stock_text(struct stock *s, const char *text, size_t n)
{
	char *const copy = stock_array(s, n + 1, 1);

	return copy ? memcpy(copy, text, n) : NULL;
}

bool stock_push(struct stock *s, void *array, uint32_t *n, const void *element, size_t size)
{
	enum { FIRST = 64 };
	char *of;

	memcpy(&of, array, sizeof of);
	if (!of || (*n >= FIRST && !(*n & (*n - 1)))) {         /* full: as long as a power of two */
		struct stock_block *const old = of ? (void *)(of - offsetof(struct stock_block, bytes)) : NULL;

		of = *n < UINT32_C(1) << 30 ? block_of(s, old, of ? 2 * (size_t)*n : FIRST, size) : NULL;
		if (!of)
			return false;
		memcpy(array, &of, sizeof of);
	}
	memcpy(of + (*n)++ * size, element, size);
	return true;
}

void stock_free(struct stock *s)
{
	for (struct stock_block *b; (b = s->last);) {
		s->last = b->before;
		free(b);
	}
}
