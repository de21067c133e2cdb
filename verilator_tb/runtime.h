#pragma once

#include "build.h"

#include <stdint.h>

/*
 * Verilator's runtime: the same for every switch, and a third of the compile time of a small one. The first build compiles it;
 * then it is kept in the user's cache, an archive in a sealed file (tool/cache.h). Without a usable cache, every build
 * compiles it. A broken file is written again.
 */
#define RUNTIME "runtime.a"     /* the archive, in work */

struct runtime {
	char place[BUILD_PATH];         /* the file, by Verilator's version and the options; empty: none */
	bool recalled;                  /* it is in work, to be linked instead of compiled */
};

/* options: hash of those of the compiler, and of Verilator's version. work: where the build will be made. */
struct runtime runtime_recall(const char *work, uint64_t options);

/* After the build: keep the runtime, if it was not recalled. */
void runtime_keep(const struct runtime *r, const char *work);
