#include "runtime.h"

#include "cache.h"
#include "output.h"
#include "tool_dir.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 2 * BUILD_PATH };

struct runtime runtime_recall(const char *work, uint64_t options)
{
	struct runtime r = { .recalled = false };
	char cache[BUILD_PATH], here[PATH];
	struct text all;

	if (!cache_dir("verilator", cache, sizeof cache))
		return r;
	if (snprintf(r.place, sizeof r.place, "%s/%016" PRIx64 ".a", cache, options) >= BUILD_PATH) {
		r.place[0] = '\0';
		return r;
	}
	snprintf(here, sizeof here, "%s/" RUNTIME, work);
	all = seal_read(r.place);
	r.recalled = all.s && all.size && text_write(here, all);
	free(all.s);
	return r;
}

void runtime_keep(const struct runtime *r, const char *work)
{
	static const char *const archive[] = { "sh", "-c", "ar rcs " RUNTIME " obj/verilated*.o", NULL };
	char cache[BUILD_PATH], here[PATH], why[OUTPUT_WHY];
	struct output out;
	struct text all;

	if (r->recalled || !*r->place || tool_run(work, "log", archive))
		return;
	snprintf(cache, sizeof cache, "%.*s", (int)(strrchr(r->place, '/') - r->place), r->place);
	snprintf(here, sizeof here, "%s/" RUNTIME, work);
	all = text_read(here);
	if (all.s && tool_make_dirs(cache) && output_begin(&out, r->place, why)) {
		seal_write(all, out.f);
		output_end(&out, why);
	}
	free(all.s);
}
