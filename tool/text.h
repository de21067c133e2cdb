#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Text files in memory. */
struct text {
	char *s;                        /* NULL: could not be read, or out of memory */
	size_t size;                    /* without the NUL behind it */
};

struct text text_read(const char *path);
struct text text_read_from(FILE *);       /* what is left of it */
bool text_write(const char *path, struct text t);

/* FNV-1a over t, continuing from h. */
uint64_t text_hash(uint64_t h, struct text t);
enum { TEXT_HASH_SEED = 0 };

#endif
