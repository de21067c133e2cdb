#pragma once

#include <stddef.h>
#include <stdint.h>

/* A number of bytes, or of elements, as allocation takes it. What a processor of 32 bits cannot address is more than it grants. */
static inline size_t in_memory(uint64_t bytes)
{
	return (size_t)bytes == bytes ? (size_t)bytes : SIZE_MAX;
}
