#pragma once

#include "cioq_switch.h"

/* What goes between stages within a cycle. */
struct wires {
	uint64_t cycle;
	const struct switch_in *in;
	struct switch_out *out;
	uint64_t acting;                        /* outputs with a message of their side: */
	struct { struct message m; uint8_t vc, to; } act[SWITCH_PORTS];
	struct { uint16_t queue; uint8_t class; } pick[SWITCH_PORTS], link[SWITCH_PORTS];       /* by input; by output */
	uint64_t linked;                        /* outputs whose link is granted */
	uint64_t granted;                       /* outputs that are granted, each to an input: */
	uint8_t winner[SWITCH_PORTS];
};
