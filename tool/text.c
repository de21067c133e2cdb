#define _POSIX_C_SOURCE 200809L
#include "text.h"

#include <stdio.h>
#include <stdlib.h>

struct text text_read(const char *path)
{
	struct text t = { NULL, 0 };
	FILE *from = fopen(path, "rb");
	FILE *to = from ? open_memstream(&t.s, &t.size) : NULL;
	char part[4096];
	size_t n;
	bool bad;

	if (!to) {
		if (from)
			fclose(from);
		return (struct text){ NULL, 0 };
	}
	while ((n = fread(part, 1, sizeof part, from)) > 0)
		fwrite(part, 1, n, to);
	bad = ferror(from);
	fclose(from);
	if (fclose(to) || bad) {
		free(t.s);
		return (struct text){ NULL, 0 };
	}
	return t;
}

bool text_write(const char *path, struct text t)
{
	FILE *f = t.s ? fopen(path, "wb") : NULL;
	size_t n;

	if (!f)
		return false;
	n = fwrite(t.s, 1, t.size, f);
	return !fclose(f) && n == t.size;
}

uint64_t text_hash(uint64_t h, struct text t)
{
	h ^= UINT64_C(0xcbf29ce484222325);
	for (size_t i = 0; i < t.size; i++)
		h = (h ^ (uint8_t)t.s[i]) * UINT64_C(0x100000001b3);
	return (h ^ t.size) * UINT64_C(0x100000001b3);
}
