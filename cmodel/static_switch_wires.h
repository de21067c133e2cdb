#pragma once

#include "step_common.h"
#include "static_switch.h"

/* What goes between stages within a cycle. Masks of ports. */
struct static_wires {
	uint64_t cycle;
	const struct switch_in *in;
	struct switch_out *out;
	uint64_t ending;                        /* inputs: the last flit is read */
	uint64_t narrow;                        /* output ports: a packet needs two credits, and not every head with one has two */
	struct granted granted;
	_Alignas(SWITCH_PORTS) uint8_t pick[SWITCH_PORTS];      /* by input that is granted: the queue that requests */
};

/* What loops and branches of a step depend on in every cycle, as in step_common.h. */
struct static_dims {
	unsigned queues;                        /* of an input, if they are few, otherwise 0 */
	unsigned radix, words;                  /* of a switch; of a set of queues */
	bool few;                               /* as in QMU */
	bool stamps;                            /* arbiters are oldest-first */
};

STEPS_OF(static, struct static_switch);
