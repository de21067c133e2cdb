#pragma once

#include "doc.h"
#include "rtl_gen.h"
#include "shape.h"
#include "top.h"

/* Pins of switches and network interfaces, as values for templates of what connects them. */

/* Is it a pin of a link, which nodes and switches have? */
bool of_link(const char *name);

/* The pin of a switch's links that this one of a network interface goes to; NULL: there is none. */
const struct top_pin *pin_across(const struct top_pin *of_nic, const struct top_pin *of_switch, unsigned n);

/* Pins of links, and the wires of a link in one direction: those that go with the flits, and those that come back. */
void add_link_pins(struct doc *, const struct shape *sw);

/* Pins of a network interface for messages, where switches send and take none. nic: NULL: there is none. */
void add_silent_pins(struct doc *, const struct shape *sw, const struct params *nic);

/* A field of the words of a table. */
struct field {
	const char *pin;
	unsigned bits;
};

/* The fields of the configuration port of a switch or a network interface. Returns their number. */
unsigned fields_of(const struct top_pin *pins, unsigned n, struct field fields[2]);
void add_fields(struct doc *, const char *name, const struct field fields[2], unsigned n);

/* The module <name>_axis, a switch with AXI-Stream ports: a switch and network interfaces, whose links are wires. False: out of memory. */
bool axis_module(const struct params *, struct rtl_file *);
