#ifndef TEXTS_H
#define TEXTS_H

#include "shape.h"
#include "text.h"

/* The texts that a build of the switch is made from, other than its Verilog. */

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
