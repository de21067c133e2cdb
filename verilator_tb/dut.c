#include "dut.h"

#include "why_not.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Verilator allocates a string for each thread and loaded library, and never frees it. LeakSanitizer reports the string once the library is
 * unmapped. Under AddressSanitizer, libraries therefore stay mapped.
 */
#ifdef __SANITIZE_ADDRESS__
enum { LOADING = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE };
#else
enum { LOADING = RTLD_NOW | RTLD_LOCAL };
#endif

/* ISO C has no conversion from dlsym()'s object pointer to a function pointer; POSIX says that the bits are the same. */
static bool find(void *handle, const char *name, void *function)
{
	void *const at = dlsym(handle, name);

	memcpy(function, &at, sizeof at);
	return at;
}

bool dut_load(struct dut_lib *lib, const char *object, char why[DUT_WHY])
{
	char *const path = realpath(object, NULL);      /* dlopen() searches names without a slash elsewhere */

	*lib = (struct dut_lib){ .handle = path ? dlopen(path, LOADING) : NULL };
	free(path);
	if (!lib->handle) {
		const char *const error = dlerror();

		return why_not(why, DUT_WHY, "%.500s: %.400s", object, error ? error : "cannot be read");
	}
#define FIND(name) && find(lib->handle, "dut_" #name, &lib->name)
	if (true DUT_FUNCTIONS(FIND))
#undef FIND
		return true;
	snprintf(why, DUT_WHY, "%.900s: not a Verilated switch", object);
	dut_unload(lib);
	return false;
}

void dut_unload(struct dut_lib *lib)
{
	if (lib->handle)
		dlclose(lib->handle);
	lib->handle = NULL;
}

bool dut_open(struct dut *d, const struct dut_lib *lib, uint64_t seed, bool traced, char why[DUT_WHY])
{
	const int mixed = (int)((seed ^ seed >> 31) & 0x7fffffff);     /* 0 would mean: a seed of Verilator's own */
	struct dut_signal clk, rst;

	*d = (struct dut){ .lib = lib, .instance = lib->new(mixed ? mixed : 1, traced) };
	if (!lib->port(d->instance, "clk", &clk) || !lib->port(d->instance, "rst", &rst) || clk.bytes != 1 ||
	    rst.bytes != 1) {
		snprintf(why, DUT_WHY, "the switch has no clk or no rst of one bit");
		dut_close(d);
		return false;
	}
	d->clk = clk.data;
	d->rst = rst.data;
	return true;
}

void dut_close(struct dut *d)
{
	if (!d->instance)
		return;
	if (d->tracing)
		d->lib->trace_close(d->instance);
	d->lib->free(d->instance);
	d->instance = NULL;
}

bool dut_holds(const struct dut *d, uint64_t cycle, char why[DUT_WHY])
{
	return !d->failed || why_not(why, DUT_WHY, "an assertion of the RTL failed at cycle %" PRIu64 ": %.900s", cycle, d->lib->failure(d->instance));
}

void dut_waves(struct dut *d, const char *file, uint64_t from, uint64_t to, uint64_t cycle)
{
	if (file && cycle >= from && cycle <= to && !d->tracing) {
		d->tracing = d->lib->trace_open(d->instance, file);
		if (d->tracing)
			d->lib->trace_dump(d->instance, d->time);
	}
	if (d->tracing && cycle > to) {
		d->lib->trace_close(d->instance);
		d->tracing = false;
	}
}
