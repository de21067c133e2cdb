#define _GNU_SOURCE     /* asprintf */
#include "cache.h"

#include "output.h"
#include "seal.h"
#include "tool_dir.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cache_dir(const char *of, char *dir, size_t size)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (xdg && *xdg == '/')
		return (size_t)snprintf(dir, size, "%s/sluice/%s", xdg, of) < size;
	return home && *home == '/' && (size_t)snprintf(dir, size, "%s/.cache/sluice/%s", home, of) < size;
}

/* Named by a hash (FNV-1a); the key itself is in the file, so that two of one hash are told apart. */
static bool place(const char *dir, const char *key, char *path, size_t size)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (const char *c = key; *c; c++)
		hash = (hash ^ (unsigned char)*c) * 0x100000001b3;
	return (size_t)snprintf(path, size, "%s/%016" PRIx64, dir, hash) < size;
}

bool cache_recall(const char *dir, const char *key, char *answer, size_t size)
{
	const size_t n = strlen(key);
	char path[TOOL_PATH];
	struct text t = { NULL, 0 };
	bool same;

	if (place(dir, key, path, sizeof path))
		t = seal_read(path);
	same = t.s && t.size >= n && !memcmp(t.s, key, n);
	snprintf(answer, size, "%s", same ? t.s + n : "");
	free(t.s);
	return same;
}

static void write_sealed(const char *path, struct text t)
{
	char why[OUTPUT_WHY];
	struct output out;

	if (!output_begin(&out, path, why))
		return;
	seal_write(t, out.f);
	output_end(&out, why);
}

void cache_keep(const char *dir, const char *key, const char *answer)
{
	char path[TOOL_PATH], *both = NULL;
	int n;

	if (!tool_make_dirs(dir) || !place(dir, key, path, sizeof path))
		return;
	n = asprintf(&both, "%s%s", key, answer);
	if (n < 0)
		return;
	write_sealed(path, (struct text){ both, (size_t)n });
	free(both);
}
