#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What the targets share. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void require(bool holds)
{
	if (!holds)
		abort();
}

/* A message that begins with the file it is about. */
static inline void require_message(const char *why, size_t room, const char *path)
{
	require(memchr(why, '\0', room) && !strncmp(why, path, strlen(path)) && why[strlen(path)] == ':');
}

#endif
