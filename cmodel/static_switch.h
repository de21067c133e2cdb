#pragma once

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
