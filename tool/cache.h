#ifndef CACHE_H
#define CACHE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Answers of slow programs, kept by all that they follow from: the key, which is in the file too, so that two of
 * one hash are told apart. What broke off, was changed, or is somebody else's is not there (seal.h). A cache that cannot be
 * written is none.
 */

/* ${XDG_CACHE_HOME}/sluice/<of>, or the same below ~/.cache. False: there is neither. */
bool cache_dir(const char *of, char *dir, size_t size);

/* The answer to a key, at most size - 1 bytes of it. False: there is none. */
bool cache_recall(const char *dir, const char *key, char *answer, size_t size);

/* Whole or not at all. */
void cache_keep(const char *dir, const char *key, const char *answer);

#endif
