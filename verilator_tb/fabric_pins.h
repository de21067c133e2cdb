#pragma once

#include "dut.h"
#include "end_node.h"
#include "texts.h"

/*
 * The pins of hosts of a generated network: send_* and receive_*, or s_axis_* and m_axis_*, as vectors over its end nodes. Translates between flits and
 * bits.
 */
enum host_pin {
#define HOST_IN(id, ...)  HOST_PIN_##id,
#define HOST_OUT(id, ...) HOST_PIN_##id,
#include "fabric_pins.def"
	HOST_PINS
};

struct fabric_pins {
	struct shape shape;             /* of the network interfaces */
	unsigned nodes;
	struct pin_storage pin[HOST_PINS];      /* by end node; width 0: there is no such pin */
};

/* False: the network lacks one, or one is too narrow; why names it. */
bool fabric_pins_find(struct fabric_pins *, const struct shape *nic, unsigned nodes, const struct dut *, char why[DUT_WHY]);

/* What hosts drive in a cycle, by end node. */
void fabric_pins_drive(struct fabric_pins *, const struct host_in *in);

/* What they see in it is what the pins show. False: why names a pin and its end node. */
bool fabric_pins_show(const struct fabric_pins *, const struct host_out *seen, char why[DUT_WHY]);

/* All pins of a network. */
struct bench_ports fabric_pins_ports(const struct shape *nic, unsigned nodes);
