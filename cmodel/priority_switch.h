#pragma once

#include "schedule.h"
#include "slot_switch.h"

#include "units/arb_in.h"
#include "units/pfcu.h"
#include "units/stop_out.h"

_Static_assert((int)QUEUES_MOST_pfc <= 1 + (int)LINES, "there is room for every queue");

/* A bank of switches with priorities: every unit once, holding that unit of all ports of all switches. */
struct priority_switch {
	SLOT_SWITCH;
	struct smu smu;
	struct pfcu pfcu;
	struct arbiter_bank arb_in;     /* by input: queues */
	struct stop_out stop_out;
};

SWITCH_OF(priority_switch)

STEPS_OF(priority_switch);
