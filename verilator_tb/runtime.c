#define _POSIX_C_SOURCE 200809L
#include "runtime.h"

#include "cache.h"
#include "output.h"
#include "tool_dir.h"

#include <glob.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH = 2 * BUILD_PATH, NAME = 128 };

/* All objects in one text: "name size\n", and as many bytes. NULL in it: there is none, or not all could be read. */
static struct text pack(const char *dir)
{
	struct text all;
	FILE *f = text_begin(&all);
	char path[PATH + NAME];
	glob_t files;
	bool good;

	if (!f)
		return all;
	snprintf(path, sizeof path, "%s/verilated*.o", dir);
	good = !glob(path, 0, NULL, &files);
	for (size_t i = 0; good && i < files.gl_pathc; i++) {
		struct text t = text_read(files.gl_pathv[i]);

		good = t.s;
		fprintf(f, "%s %zu\n", strrchr(files.gl_pathv[i], '/') + 1, t.size);
		if (good)
			fwrite(t.s, 1, t.size, f);
		free(t.s);
	}
	globfree(&files);
	text_end(&all, f);
	if (!good) {
		free(all.s);
		all.s = NULL;
	}
	return all;
}

/* The next object of a packed text, which begins at `at`. Returns where the one behind it begins; 0: this is none. */
static size_t unpack_one(struct text all, size_t at, const char *dir)
{
	char name[NAME], path[PATH + NAME];
	size_t size = 0;
	int head = 0;

	if (sscanf(all.s + at, "%127[a-zA-Z0-9_.]%*1[ ]%zu%n", name, &size, &head) != 2 || !head || all.s[at + (size_t)head] != '\n')
		return 0;
	at += (size_t)head + 1;
	if (size > all.size - at)
		return 0;
	snprintf(path, sizeof path, "%s/%s", dir, name);
	return text_write(path, (struct text){ all.s + at, size }) ? at + size : 0;
}

static bool unpack(struct text all, const char *dir)
{
	size_t at = 0;

	if (!all.s || !all.size)
		return false;
	while (at < all.size) {
		at = unpack_one(all, at, dir);
		if (!at)
			return false;
	}
	return true;
}

struct runtime runtime_recall(const char *work, uint64_t options)
{
	struct runtime r = { .recalled = false };
	char cache[BUILD_PATH], here[PATH];
	struct text all;

	if (!cache_dir("verilator", cache, sizeof cache))
		return r;
	if (snprintf(r.place, sizeof r.place, "%s/%016" PRIx64 ".objects", cache, options) >= BUILD_PATH) {
		r.place[0] = '\0';
		return r;
	}
	snprintf(here, sizeof here, "%s/runtime", work);
	all = seal_read(r.place);
	r.recalled = !mkdir(here, 0777) && unpack(all, here);
	free(all.s);
	return r;
}

void runtime_keep(const struct runtime *r, const char *work)
{
	char cache[BUILD_PATH], objects[PATH], why[OUTPUT_WHY];
	struct output out;
	struct text all;

	if (r->recalled || !*r->place)
		return;
	snprintf(cache, sizeof cache, "%.*s", (int)(strrchr(r->place, '/') - r->place), r->place);
	snprintf(objects, sizeof objects, "%s/obj", work);
	all = pack(objects);
	if (all.s && all.size && tool_make_dirs(cache) && output_begin(&out, r->place, why)) {
		seal_write(all, out.f);
		output_end(&out, why);
	}
	free(all.s);
}
