#define _GNU_SOURCE
#include "runtime.h"

#include "cache.h"
#include "text.h"
#include "tool.h"

#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH = 2 * BUILD_PATH };

/* Copy what matches into a directory that exists. False: nothing does, or not all could be copied. */
static bool copy(const char *from, const char *pattern, const char *to)
{
	char path[PATH];
	glob_t files;
	bool ok;

	snprintf(path, sizeof path, "%s/%s", from, pattern);
	ok = !glob(path, 0, NULL, &files);
	for (size_t i = 0; ok && i < files.gl_pathc; i++) {
		struct text t = text_read(files.gl_pathv[i]);

		ok = snprintf(path, sizeof path, "%s%s", to, strrchr(files.gl_pathv[i], '/')) < PATH && text_write(path, t);
		free(t.s);
	}
	globfree(&files);
	return ok;
}

/* What Verilator calls itself; changes with every release. */
static struct text version(const char *work)
{
	static const char *const args[] = { "verilator", "--version", NULL };
	char path[PATH];

	snprintf(path, sizeof path, "%s/version", work);
	return tool_run(work, "version", args) ? (struct text){ NULL, 0 } : text_read(path);
}

struct runtime runtime_recall(const char *work, uint64_t options)
{
	struct runtime r = { .recalled = false };
	char cache[BUILD_PATH], here[PATH];
	struct text v = version(work);

	if (v.s && cache_dir("verilator", cache, sizeof cache) &&
	    snprintf(r.place, sizeof r.place, "%s/%016" PRIx64, cache, text_hash(options, v)) >= BUILD_PATH)
		r.place[0] = '\0';
	free(v.s);
	snprintf(here, sizeof here, "%s/runtime", work);
	r.recalled = *r.place && !mkdir(here, 0777) && copy(r.place, "*.o", here);
	return r;
}

void runtime_keep(const struct runtime *r, const char *work)
{
	char cache[BUILD_PATH], objects[PATH];
	struct tool_dir d;

	if (r->recalled || !*r->place)
		return;
	snprintf(cache, sizeof cache, "%.*s", (int)(strrchr(r->place, '/') - r->place), r->place);
	snprintf(objects, sizeof objects, "%s/obj", work);
	if (!tool_dir_new(&d, cache, "new", true))
		return;
	if (copy(objects, "verilated*.o", d.path))
		rename(d.path, r->place);       /* fails if another build was quicker */
	tool_dir_remove(&d);
}
