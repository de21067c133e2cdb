#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Shared by the targets. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void require(bool holds)
{
	if (!holds)
		abort();
}

/* The message ends within `room` bytes, and begins with the file that it is about. */
static inline void require_message(const char *why, size_t room, const char *path)
{
	require(memchr(why, '\0', room) && !strncmp(why, path, strlen(path)) && why[strlen(path)] == ':');
}
