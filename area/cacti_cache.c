#define _GNU_SOURCE     /* mkstemp */
#include "cacti_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool cacti_cache_dir(char *dir, size_t size)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (xdg && *xdg == '/')
		return (size_t)snprintf(dir, size, "%s/sluice/cacti", xdg) < size;
	return home && *home == '/' && (size_t)snprintf(dir, size, "%s/.cache/sluice/cacti", home) < size;
}

/* Named by a hash (FNV-1a); the key itself is in the file, so that two of one hash are told apart. */
static bool place(const char *dir, const char *key, char *path, size_t size)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (const char *c = key; *c; c++)
		hash = (hash ^ (unsigned char)*c) * 0x100000001b3;
	return (size_t)snprintf(path, size, "%s/%016" PRIx64, dir, hash) < size;
}

bool cacti_recall(const char *dir, const char *key, char answer[CACTI_ANSWER])
{
	char path[CACTI_PATH];
	const size_t n = strlen(key);
	FILE *f = place(dir, key, path, sizeof path) ? fopen(path, "r") : NULL;
	size_t got;

	if (!f)
		return false;
	got = fread(answer, 1, CACTI_ANSWER - 1, f);
	fclose(f);
	answer[got] = '\0';
	if (got < n || memcmp(answer, key, n) != 0)
		return false;
	memmove(answer, answer + n, got - n + 1);
	return true;
}

static bool make_dirs(const char *dir)
{
	char path[CACTI_PATH];

	if ((size_t)snprintf(path, sizeof path, "%s/", dir) >= sizeof path)
		return false;
	for (char *c = path + 1; (c = strchr(c, '/')); c++) {
		*c = '\0';
		mkdir(path, 0777);
		*c = '/';
	}
	return !access(dir, W_OK);
}

/* Whole or not at all. A cache that cannot be written is none. */
void cacti_keep(const char *dir, const char *key, const char *answer)
{
	char path[CACTI_PATH], temp[CACTI_PATH + 8];
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
