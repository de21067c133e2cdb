#pragma once

#include "text.h"

/*
 * Files that the program stores and reads again: a seal at the end, with a hash of all before it, distinguishes a complete file
 * from an incomplete or changed one. Other readers of the file (a loader) ignore the seal.
 */

/* Writes t and its seal. */
void seal_write(struct text t, FILE *f);

/* The text without its seal, to be freed. NULL in it: there is no such file; its seal is broken; or it is not trusted, being no
 * plain file, neither this user's nor root's, or writable by everybody. */
struct text seal_read(const char *path);

/*
 * Cache of the answers of slow programs. The key is all input of an answer; it is in the file too, so that keys of equal hash
 * are told apart. A file that is incomplete, changed, or another user's is ignored. A cache that cannot be written keeps nothing.
 */

/* ${XDG_CACHE_HOME}/sluice/<of>, or the same below ~/.cache. False: there is neither. */
bool cache_dir(const char *of, char *dir, size_t size);

/* The answer to a key, at most size - 1 bytes of it. False: there is none. */
bool cache_recall(const char *dir, const char *key, char *answer, size_t size);

/* Keeps the answer, whole or not at all. */
void cache_keep(const char *dir, const char *key, const char *answer);
