#define _GNU_SOURCE     /* mkstemp */
#include "cache.h"

#include "tool.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
	char path[TOOL_PATH];
	FILE *f = place(dir, key, path, sizeof path) ? fopen(path, "r") : NULL;
	bool same = f;

	if (!f)
		return false;
	for (const char *c = key; *c && same; c++)
		same = getc(f) == (unsigned char)*c;
	answer[same ? fread(answer, 1, size - 1, f) : 0] = '\0';
	fclose(f);
	return same;
}

static bool make_dirs(const char *dir)
{
	char path[TOOL_PATH];

	if ((size_t)snprintf(path, sizeof path, "%s/", dir) >= sizeof path)
		return false;
	for (char *c = path + 1; (c = strchr(c, '/')); c++) {
		*c = '\0';
		mkdir(path, 0777);
		*c = '/';
	}
	return !access(dir, W_OK);
}

void cache_keep(const char *dir, const char *key, const char *answer)
{
	char path[TOOL_PATH], temp[TOOL_PATH + 8];
	FILE *f;
	int fd;
	bool good;

	if (!make_dirs(dir) || !place(dir, key, path, sizeof path))
		return;
	snprintf(temp, sizeof temp, "%s.XXXXXX", path);
	fd = mkstemp(temp);
	f = fd >= 0 ? fdopen(fd, "w") : NULL;
	if (!f) {
		if (fd >= 0)
			close(fd);
		return;
	}
	good = fputs(key, f) >= 0 && fputs(answer, f) >= 0;
	if (fclose(f) || !good || rename(temp, path))
		unlink(temp);
}
