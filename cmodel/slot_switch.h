#pragma once

#include "step_common.h"

#include "units/arb_out.h"
#include "units/dt.h"
#include "units/mmu.h"
#include "units/oport.h"
#include "units/smu.h"
#include "units/stamp.h"

/*
 * What switches have in common that keep packets in slots (MMU), beside the unit that has the queues, SMU or MU: docs/internals/microarchitecture-slots.md.
 * Such a switch begins with these units, under their own names; &sw->slots is all of them.
 */
#define SLOT_UNITS                                                              \
	struct sluice_switch base;                                              \
	struct mmu mmu;                                                         \
	struct stamp stamp;                                                     \
	struct arb_out arb_out;                                                 \
	struct oport oport;                                                     \
	struct dt dt    /* where routes are by table */

struct slot_switch {
	SLOT_UNITS;
};

#define SLOT_SWITCH union { struct slot_switch slots; struct { SLOT_UNITS; }; }

SWITCH_OF(slot_switch)

/* What goes between stages within a cycle. Masks of ports. */
struct slot_wires {
	uint64_t cycle;
	const struct switch_in *in;
	struct switch_out *out;
	uint64_t ending, credit;                /* inputs: the last flit is read; the credit of a packet goes */
	struct granted granted;
	uint64_t pop[1 + LINES];                /* by queue: inputs where its head is granted; valid only if there are grants */
	_Alignas(SWITCH_PORTS) uint8_t queue[SWITCH_PORTS];     /* by input that is granted: its queue */
};

/* What their models have in common. */
#define SLOT_MODEL .ports = SWITCH_PORTS, .depart = OPORT_DEPART, .reports_grants = true, .hold = slot_hold

/* For a list of units: those. */
#define SLOT_UNITS_OF(type) \
	UNIT_OF(type, oport), UNIT_OF(type, mmu), UNIT_OF(type, stamp), UNIT_OF(type, arb_out), UNIT_OF(type, dt)

/* As in struct switch_model. */
void slot_configure(struct sluice_switch *, unsigned number, uint32_t destination, const struct table_entry *);
void slot_hold(struct sluice_switch *, uint64_t outputs, bool held);

/* Sets *w: the packet in a slot heads queue q of an input, for this output. */
void slot_waits(const struct slot_switch *, struct switch_waiting *w, unsigned input, unsigned slot, unsigned q, unsigned output, bool stopped);

/* The same of head(), where SMU has the queues. stopped: outputs that Xoffs keep the queue from. */
bool slot_head(const struct slot_switch *, const struct smu *, unsigned input, unsigned q, uint64_t stopped, struct switch_waiting *);

/* Prefetches slots that headers take which come in one of the next cycles. */
void slot_fetch(const struct sluice_switch *, uint64_t heads);
