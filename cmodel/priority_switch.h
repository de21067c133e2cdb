#ifndef PRIORITY_SWITCH_H
#define PRIORITY_SWITCH_H

#include "schedule.h"

#include "units/arb_in.h"
#include "units/arb_out.h"
#include "units/dt.h"
#include "units/oport.h"
#include "units/pfcu.h"
#include "units/smu.h"
#include "units/stamp.h"
#include "units/stop_out.h"

_Static_assert((int)QUEUES_MOST_pfc <= 1 + (int)LINES, "there is room for every queue");

/* A bank of switches with priorities: every unit once, holding that unit of all ports of all switches. */
struct priority_switch {
	struct sluice_switch base;

	struct mmu mmu;
	struct smu smu;
	struct dt dt;
	struct pfcu pfcu;
	struct stamp stamp;
	struct arbiter_bank arb_in;     /* by input: queues */
	struct arb_out arb_out;
	struct oport oport;
	struct stop_out stop_out;
};

SWITCH_OF(priority_switch)

/* What goes between stages within a cycle. Masks of ports. */
struct priority_wires {
	uint64_t cycle;
	const struct switch_in *in;
	struct switch_out *out;
	uint64_t ending;                        /* inputs: the last flit is read */
	struct granted granted;
	uint64_t pop[1 + LINES];                /* by queue: inputs where its head is granted; valid only if there are grants */
	_Alignas(SWITCH_PORTS) uint8_t pick[SWITCH_PORTS];      /* by input: the queue that requests */
};

/* The step of a switch: for any processor; for those with registers of so many bytes. */
switch_step_function *priority_step_plain(const struct priority_switch *);
switch_step_function *priority_step_64(const struct priority_switch *);
switch_step_function *priority_step_32(const struct priority_switch *);
switch_step_function *priority_step_16(const struct priority_switch *);

#endif
