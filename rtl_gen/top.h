#pragma once

#include "shape.h"
#include "units.h"

#include <stdbool.h>

/*
 * The pins of a module that a design instantiates: the switch (spec/ports.def), or what stands outside of it (spec/adapter.def); or what has AXI-Stream
 * ports (spec/axis.def).
 */
struct top_pin {
	const char *name, *help;
	bool input, scalar;             /* scalar: declared without a range */
	unsigned width, links;          /* bits of all links together */
};

enum {
	ADAPTER_PINS = 0
#define IN(name, bits, help)  + 1
#define OUT(name, bits, help) + 1
#define WHEN(condition)
#include "adapter.def"
	, AXIS_WIRES = 0
#define WIRE(name, bits, back, help) + 1
#include "axis.def"
};

enum { TOP_PINS = 5 + PINS + ADAPTER_PINS + 2 * AXIS_WIRES };     /* at most */

/* Of the switch: clock and reset first, then in the order of the table, without those that it has not. Returns their number. */
unsigned top_switch_pins(const struct shape *s, struct top_pin pins[TOP_PINS]);

/* Of the network interface with its adapter, likewise. */
unsigned top_adapter_pins(const struct shape *s, struct top_pin pins[TOP_PINS]);

/* The module that a design instantiates: "switch" or "nic", with AXI-Stream ports "axis" or "axis_node"; and its pins. */
const char *top_module(const struct params *p);
unsigned top_pins(const struct params *p, struct top_pin pins[TOP_PINS]);
