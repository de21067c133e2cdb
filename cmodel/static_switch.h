#pragma once

#include "step_common.h"
#include "switch_model.h"

#include "units/arb_in.h"
#include "units/arb_out.h"
#include "units/oport.h"
#include "units/pmu.h"
#include "units/qcu.h"
#include "units/qmu.h"
#include "units/rt.h"
#include "units/stamp.h"

/* A bank of switches with static queues: every unit once, holding that unit of all ports of all switches. */
struct static_switch {
	struct sluice_switch base;

	struct rt rt;
	struct pmu pmu;
	struct qmu qmu;
	struct stamp stamp;
	struct arbiter_bank arb_in;     /* by input: queues. What they choose from stands in QMU */
	struct arb_out arb_out;
	struct oport oport;
	struct qcu qcu;
};

SWITCH_OF(static_switch)

/* What goes between stages within a cycle. Masks of ports. */
struct static_wires {
	uint64_t cycle;
	const struct switch_in *in;
	struct switch_out *out;
	uint64_t credit;                        /* inputs: the credit of a packet goes */
	uint64_t narrow;                        /* output ports: a packet needs two credits, and not every head with one has two */
	struct granted granted;
	_Alignas(SWITCH_PORTS) uint8_t pick[SWITCH_PORTS];      /* by input that is granted: the queue that requests */
};

STEPS_OF(static_switch);
