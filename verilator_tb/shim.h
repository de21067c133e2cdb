#pragma once

#include <stdint.h>

/*
 * Functions that the shared object of a Verilated switch exports (shim.cpp). It copies
 * bits and decides nothing. Each instance has a Verilator context of its own, so that several
 * live in one process. Storage is Verilator's: unsigned integers of `bytes` 1, 2, 4
 * or 8, or arrays of 32-bit words, least significant first; unused upper bits are 0.
 */
#define SHIM_TOP "dut_bench"    /* top module: the switch behind registers for its inputs */

/* dut_<name>() below, all that the bench calls. */
#define DUT_FUNCTIONS(F) F(new) F(free) F(eval) F(settle_all) F(failure) F(port) F(find) F(trace_open) F(trace_dump) F(trace_close)

#ifdef __cplusplus
extern "C" {
#endif

struct dut_signal {
	void *data;             /* valid as long as the instance */
	unsigned width;         /* bits; of a port: 0, not known */
	unsigned words;         /* of a memory; 0: a register or port */
	unsigned bytes;         /* storage of one word */
};

/* Registers and memories start random, drawn from seed (not 0). trace: the instance can be traced. */
void *dut_new(int seed, int trace);
void dut_free(void *dut);

/* 0: an assertion of the RTL failed, now or before, or the RTL stopped the simulation. */
int dut_eval(void *dut);
/* Evaluate all logic, after registers and memories were overwritten. */
void dut_settle_all(void *dut);
/* The first assertion that failed, with its instance, in a line. Empty: none. */
const char *dut_failure(const void *dut);

/* 1: found. scope: hierarchical name of the instance, from the switch on ("sluice_switch.g_out[1].oport"). */
int dut_port(void *dut, const char *name, struct dut_signal *s);
int dut_find(void *dut, const char *scope, const char *name, struct dut_signal *s);

/* Waveforms, in an object built with tracing: open once, dump with ascending times. 0: cannot be done. */
int dut_trace_open(void *dut, const char *path);
void dut_trace_dump(void *dut, uint64_t time);
void dut_trace_close(void *dut);

/* Verilator's own text, and what $display prints, go there (VL_PRINTF). */
int dut_print(const char *format, ...);

/* Called when an assertion fails, in this instance; if that is of another module than `unit`, in the unit that Verilator inlined there. */
void dut_assertion(const char *instance, const char *unit, const char *text);

#ifdef __cplusplus
}

/* The name of a Verilated module's instance, by what this version of Verilator has for it. An argument 0 chooses the first that compiles. */
template <class Module> auto dut_instance(const Module *m, int) -> decltype(m->name()) { return m->name(); }

template <class Module> auto dut_instance(const Module *m, long) -> decltype(m->vlNamep) { return m->vlNamep; }

// What every file includes, to be precompiled with the above.
#include "verilated.h"
#endif
