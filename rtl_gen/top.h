#ifndef TOP_H
#define TOP_H

#include "shape.h"
#include "units.h"

#include <stdbool.h>

/*
 * The pins of a module that a design instantiates: the switch (spec/ports.def), or what stands outside of it (spec/adapter.def).
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
#undef IN
#undef OUT
#undef WHEN
};

enum { TOP_PINS = 2 + PINS + ADAPTER_PINS };      /* at most */

/* Of the switch: clock and reset first, then in the order of the table, without those that it has not. Returns their number. */
unsigned top_switch_pins(const struct shape *s, struct top_pin pins[TOP_PINS]);

/* Of the network interface with its adapter, likewise. */
unsigned top_adapter_pins(const struct shape *s, struct top_pin pins[TOP_PINS]);

/* The module that a design instantiates: "switch", or "nic". */
const char *top_module(const struct shape *s);

#endif
