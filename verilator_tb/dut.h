#pragma once

#include "shim.h"

#include <stdbool.h>
#include <string.h>

/*
 * A Verilated switch, loaded from its shared object (build.h). Functions of shim.h,
 * found at run time.
 */
enum { DUT_WHY = 1024 };

struct dut_lib {
	void *handle;
#define POINTER(name) __typeof__(dut_##name) *name;
	DUT_FUNCTIONS(POINTER)
#undef POINTER
};

bool dut_load(struct dut_lib *lib, const char *object, char why[DUT_WHY]);
void dut_unload(struct dut_lib *lib);

/* One switch; any number of them may share a library. Freed before it is unloaded. */
struct dut {
	const struct dut_lib *lib;
	void *instance;
	uint8_t *clk, *rst;
	uint64_t time;                  /* of the waveform: cycle c begins at 10 c */
	bool tracing;
	bool failed;                    /* an assertion of the RTL failed: lib->failure() says which */
};

bool dut_open(struct dut *d, const struct dut_lib *lib, uint64_t seed, bool traced, char why[DUT_WHY]);
void dut_close(struct dut *d);

/* The waveform, of cycles `from` to `to`; before a cycle. file NULL: there is none. */
void dut_waves(struct dut *d, const char *file, uint64_t from, uint64_t to, uint64_t cycle);

/* Second half of a cycle. In a prompt build, the switch now sees its pins. */
static inline void dut_settle(struct dut *d)
{
	*d->clk = 0;
	d->failed |= !d->lib->eval(d->instance);
	if (d->tracing)
		d->lib->trace_dump(d->instance, d->time + 5);
}

/* The clock edge that begins the next cycle. */
static inline void dut_edge(struct dut *d)
{
	*d->clk = 1;
	d->failed |= !d->lib->eval(d->instance);
	d->time += 10;
	if (d->tracing)
		d->lib->trace_dump(d->instance, d->time);
}

/* Both. The pins hold the inputs of the next cycle, or of this one if the build is prompt. */
static inline void dut_clock(struct dut *d)
{
	dut_settle(d);
	dut_edge(d);
}

/* No assertion of the RTL has failed up to this cycle. False: why says which has. */
bool dut_holds(const struct dut *d, uint64_t cycle, char why[DUT_WHY]);

/* Bytes of Verilator's storage for a vector. */
static inline unsigned dut_bytes(unsigned width)
{
	if (width > 64)
		return (width + 31) / 32 * 4;
	return width > 32 ? 8 : width > 16 ? 4 : width > 8 ? 2 : 1;
}

/* The lowest 64 bits of a vector in such storage, or in the same of an image; 0 bytes: it is 0. */
static inline uint64_t stored(const void *at, unsigned bytes)
{
	uint64_t value = 0;

	switch (bytes) {
	case 0: break;
	case 1: memcpy(&value, at, 1); break;
	case 2: memcpy(&value, at, 2); break;
	case 4: memcpy(&value, at, 4); break;
	default: memcpy(&value, at, 8); break;
	}
	return value;
}
