#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * Cache of the answers of slow programs. The key is all input of an answer; it is in the file too, so that keys of equal hash
 * are told apart. A file that is incomplete, changed, or another user's is ignored (seal.h). A cache that cannot be written
 * keeps nothing.
 */

/* ${XDG_CACHE_HOME}/sluice/<of>, or the same below ~/.cache. False: there is neither. */
bool cache_dir(const char *of, char *dir, size_t size);

/* The answer to a key, at most size - 1 bytes of it. False: there is none. */
bool cache_recall(const char *dir, const char *key, char *answer, size_t size);

/* Keeps the answer, whole or not at all. */
void cache_keep(const char *dir, const char *key, const char *answer);
