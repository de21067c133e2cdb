#ifndef TEXTS_H
#define TEXTS_H

#include "shape.h"

#include <stdint.h>

/*
 * The texts that a build of the switch is made from, other than its Verilog, and
 * text files in memory.
 */
struct text {
	char *s;                        /* NULL: could not be read, or out of memory */
	size_t size;
};

struct text text_read(const char *path);
bool text_write(const char *path, struct text t);

/* FNV-1a over t, continuing from h. */
uint64_t text_hash(uint64_t h, struct text t);
enum { TEXT_HASH_SEED = 0 };

/* Verilator configuration file that makes every register and memory of the tables readable. */
struct text text_public(const struct shape *s, const char *name);

/* PORT(name), a line for each port of the switch. */
struct text text_ports(const struct shape *s);

/*
 * The top module SHIM_TOP: the switch behind registers for what its links bring. Verilator evaluates logic between an input
 * and a register in every call, changed or not; behind registers it is evaluated once a cycle, with the rest.
 */
struct text text_bench(const struct shape *s, const char *name);

#endif
