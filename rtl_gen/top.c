#include "top.h"

#include <string.h>

/* One bit, as the table says it: no range, also where a width happens to be 1. */
#define IS_BIT(bits) (!strcmp(#bits, "1"))

static unsigned clock_and_reset(struct top_pin pins[TOP_PINS])
{
	pins[0] = (struct top_pin){ "clk", "clock", true, true, 1, 1 };
	pins[1] = (struct top_pin){ "rst", "synchronous reset, active high", true, true, 1, 1 };
	return 2;
}

static bool is_scalar(const struct signal *port)
{
#define IN(name_, with, each, bits, help) if (!strcmp(port->name, #name_)) return !port->per && IS_BIT(bits);
#define OUT IN
#define WHEN(condition)
#include "ports.def"
	return false;
}

unsigned top_switch_pins(const struct shape *s, struct top_pin pins[TOP_PINS])
{
	struct signal ports[PINS];
	unsigned n = clock_and_reset(pins);

	ports_describe(s, ports);
	for (const struct signal *port = ports; port < ports + PINS; port++)
		if (port->width)
			pins[n++] = (struct top_pin){ port->name, port->help, port->kind == SIGNAL_IN, is_scalar(port), port->width, port->elements };
	return n;
}

unsigned top_adapter_pins(const struct shape *s, struct top_pin pins[TOP_PINS])
{
	unsigned n = clock_and_reset(pins);
	bool there = true;

#define PIN(name, bits, help, input) if (there) pins[n++] = (struct top_pin){ #name, help, input, IS_BIT(bits), bits, 1 };
#define IN(name, bits, help) PIN(name, bits, help, true)
#define OUT(name, bits, help) PIN(name, bits, help, false)
#define WHEN(condition) there = (condition);
#include "adapter.def"
#undef PIN
	return n;
}

/* Of so many ports, into the switch, or out of it. */
static unsigned axis_wires(const struct params *p, unsigned links, bool out, struct top_pin *pins)
{
	unsigned n = 0;

#define WIRE(name, bits, back, help) \
	pins[n++] = (struct top_pin){ out ? "m_axis_" #name : "s_axis_" #name, help, out == (back), links == 1 && IS_BIT(bits), links * (bits), links };
#include "axis.def"
	return n;
}

static unsigned dropped(unsigned links, struct top_pin *pins)
{
	pins[0] = (struct top_pin){ "dropped", "frames that were dropped; stays at the most", false, false, 16 * links, links };
	return 1;
}

static unsigned axis_pins(const struct params *p, struct top_pin pins[TOP_PINS])
{
	unsigned n = 2;

	pins[0] = (struct top_pin){ "aclk", "clock", true, true, 1, 1 };
	pins[1] = (struct top_pin){ "aresetn", "synchronous reset, active low", true, true, 1, 1 };
	n += axis_wires(p, p->radix, false, pins + n);
	n += axis_wires(p, p->radix, true, pins + n);
	return n + dropped(p->radix, pins + n);
}

/* Those of the network interface, but with AXI-Stream in place of valid and ready. */
static unsigned axis_node_pins(const struct params *p, struct top_pin pins[TOP_PINS])
{
	const struct params native = params_native(p);
	const struct shape s = shape_of(&native);
	struct top_pin others[TOP_PINS];
	const unsigned adapter = top_adapter_pins(&s, others);
	unsigned n = 0;

	for (const struct top_pin *pin = others; pin < others + adapter; pin++)
		if (strncmp(pin->name, "send_", 5) != 0 && strncmp(pin->name, "receive_", 8) != 0)
			pins[n++] = *pin;
	pins[n++] = (struct top_pin){ "run", "tables are written: frames may come", true, true, 1, 1 };
	n += axis_wires(p, 1, false, pins + n);
	n += axis_wires(p, 1, true, pins + n);
	return n + dropped(1, pins + n);
}

const char *top_module(const struct params *p)
{
	const bool is_switch = scheme_is_switch(p->scheme);

	return p->ports == PORT_KIND_axis ? is_switch ? "axis" : "axis_node" : is_switch ? "switch" : "nic";
}

unsigned top_pins(const struct params *p, struct top_pin pins[TOP_PINS])
{
	const struct shape s = shape_of(p);

	if (p->ports == PORT_KIND_axis)
		return scheme_is_switch(p->scheme) ? axis_pins(p, pins) : axis_node_pins(p, pins);
	return s.nic ? top_adapter_pins(&s, pins) : top_switch_pins(&s, pins);
}
