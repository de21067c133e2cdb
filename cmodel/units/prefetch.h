#ifndef PREFETCH_H
#define PREFETCH_H

#include <stddef.h>

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

#endif
