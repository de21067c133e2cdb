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
#undef IN
#undef OUT
#undef WHEN
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
#undef IN
#undef OUT
#undef WHEN
	return n;
}

const char *top_module(const struct shape *s)
{
	return s->nic ? "nic" : "switch";
}
