#pragma once

#include "in_memory.h"

#include <stdlib.h>

/* An array of so many elements with room for one more: as it is, or twice as large. NULL: out of memory, or there are 2^30; the array is as it was. */
static inline void *grown(void *array, uint32_t used, uint32_t *room, size_t size)
{
	const uint32_t wider = *room ? 2 * *room : 64;

	if (used < *room)
		return array;
	array = used < UINT32_C(1) << 30 ? realloc(array, in_memory((uint64_t)wider * size)) : NULL;
	*room = array ? wider : *room;
	return array;
}
