#pragma once

#include "pins.h"
#include "text.h"

/* The inputs of a build other than the Verilog of the switch. */

/*
 * Verilator's configuration file. Unless flat, the units of ports remain modules of their own: their code then exists once, not once for
 * each port, and fits the processor's cache. If probed, every register and memory of the tables can be read.
 */
struct text text_config(const struct shape *s, const char *name, bool probed, bool flat);

/* The same of a network: of its switches, and of network interfaces and their adapters, whose modules have a name of their own. */
struct text text_fabric_config(const struct shape *sw, const char *name, const struct shape *nic, const char *nic_name);

/* With the inputs of modules that remain modules of their own, as the Verilog declares them: ports share the code of a module whose inputs are
 * variables of its own. Frees config. */
struct text text_config_inputs(struct text config, const struct text verilog[], unsigned n);

/*
 * Rewrites the assertions of a Verilog file for Verilator. $fatal prints the name of its instance, so ports could not share code
 * (text_config_inputs()), and a switch of 8 ports would take seven times as long to compile. $fatal becomes a call to the shim, which looks up
 * the name when an assertion fails (dut_assertion() of shim.h).
 *
 * Rewrites $fatal(1, "text"); where the text has no escapes and no formats, and nothing else. prefix: of the modules. Frees verilog.s;
 * s NULL: out of memory.
 */
struct text assertions_by_call(struct text verilog, const char *prefix);

/*
 * The next port that a module of generated Verilog declares, from `at` on: at first the module's beginning, then what is behind the name
 * of the port before. direction: "input" or "output". Returns the name, which has so many characters; NULL: there is none. Declarations
 * are lines of the module's header: "  input  wire [W-1:0] a, b,".
 */
const char *module_port(const char *at, const char *direction, int *length);

/* The ports of the top module but clk and rst, which are those of what it has inside. */
struct bench_ports {
	unsigned n;
	struct bench_port { const char *name; unsigned bits; bool input; } at[PINS];
};

void bench_port(struct bench_ports *, const char *name, unsigned bits, bool input);
struct bench_ports bench_ports_of(const struct shape *);        /* of a switch */

/* PORT(name), a line for each port. */
struct text text_ports(const struct bench_ports *);

/*
 * The top module SHIM_TOP: a switch, or another module, behind registers for what its links bring. Verilator evaluates logic between an input
 * and a register in every call, changed or not; behind registers it is evaluated once a cycle, with the rest. prompt: these
 * registers take the pins in the middle of a cycle, so that the switch sees them in the same one; it costs some 5 %. flat: reset
 * comes straight from its pin. open: a port of the module that leads nowhere; NULL: there is none.
 */
struct text_inside {
	const char *module, *instance, *open;
	bool prompt, flat;
};

struct text text_bench(const struct bench_ports *, const struct text_inside *);
