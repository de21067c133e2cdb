#pragma once

#include <stddef.h>
#include <stdint.h>

enum { CACHE_LINE = 64 };       /* bytes */

/*
 * Prefetch the cache line of an address, to be read, and perhaps written. Compilers take a function that does nothing but prefetch for one that does nothing, and
 * leave out calls of it; the empty statement keeps them from that.
 */
static inline __attribute__((always_inline)) void prefetch(const void *at)
{
	__builtin_prefetch(at, 1);
	__asm__ volatile("" : : "r"(at));
}

/* The same of all lines of so many bytes, of which the first begins with one. */
static inline __attribute__((always_inline)) void prefetch_lines(const void *at, size_t bytes)
{
	for (size_t k = 0; k < bytes; k += CACHE_LINE)
		prefetch((const char *)at + k);
}

/*
 * Cache lines of a structure that are touched whenever it is used, as offsets: the structures of an array that are laid out alike have the same ones, so
 * nothing has to be read to prefetch those of another. What there is no room for is not prefetched.
 */
enum { HOT_LINES = 160 };
struct hot_lines {
	const char *of;
	unsigned n;
	uint32_t at[HOT_LINES];
};

/* The lines of so many bytes of the structure, or of an array that belongs to it. */
static inline void hot_add(struct hot_lines *h, const void *at, size_t bytes)
{
	const size_t first = (size_t)((const char *)at - h->of) / CACHE_LINE * CACHE_LINE, end = (size_t)((const char *)at - h->of) + bytes;

	for (size_t o = first; o < end && h->n < HOT_LINES; o += CACHE_LINE)
		h->at[h->n++] = (uint32_t)o;
}

/* Such lines of a structure, prefetched some at a time: whoever asks for more than the processor can wait for waits itself. */
struct hot_fetching {
	const struct hot_lines *lines;  /* NULL: none */
	const void *of;
	unsigned next, at_once;
};

static inline void hot_fetch_some(struct hot_fetching *f, unsigned most)
{
	if (!f->lines)
		return;
	const unsigned left = f->lines->n - f->next, end = f->next + (left < most ? left : most);

	for (unsigned k = f->next; k < end; k++)
		prefetch((const char *)f->of + f->lines->at[k]);
	f->next = end;
}

/* Begin with those of another structure, in so many pieces; the rest of the one before is prefetched at once. */
static inline void hot_fetch_begin(struct hot_fetching *f, const struct hot_lines *h, const void *of, unsigned pieces)
{
	hot_fetch_some(f, HOT_LINES);
	*f = (struct hot_fetching){ h, of, 0, (h->n + pieces - 1) / pieces };
}
