#pragma once

#include "switch_model.h"
#include "units/csr.h"
#include "units/csr_apb.h"
#include "units/csr_axi_lite.h"
#include "units/csr_stops.h"

/*
 * The registers of a switch on a bus: what they see of it, and the step that runs them beside the step of the switch itself. A bank of such
 * switches has one. docs/internals/microarchitecture-csr.md.
 */
enum { REGISTERS_PAST = 4 };    /* cycles that departures are remembered: a power of two */
_Static_assert((int)REGISTERS_PAST > (int)SWITCH_DEPART_MOST, "until they are on the link");

struct registers {
	switch_step_function *step;     /* of the switch */
	struct csr csr;
	struct csr_counts csr_counts;
	struct csr_port csr_port;
	struct csr_limits csr_limits;
	struct csr_stops csr_stops;
	struct csr_apb csr_apb;
	struct csr_axi_lite csr_axi_lite;

	struct registers_departure {    /* decided in a cycle */
		uint64_t outputs;
		uint8_t from[SWITCH_PORTS];
		uint16_t flits[SWITCH_PORTS];
	} past[REGISTERS_PAST];
	/* Flits still to come of the packet on the link into an input; of the one that crosses, by input; of the one on the link out of an output. */
	uint16_t coming[SWITCH_PORTS], crossing[SWITCH_PORTS], leaving[SWITCH_PORTS];
	uint64_t credits, messages;     /* as the step before said: on the links in this cycle, by input ... */
	struct message msg[SWITCH_PORTS];       /* ... these */
};

void registers_reset(struct sluice_switch *sw);

/* In the place of the switch's own. */
switch_step_function registers_step;

void registers_image(const struct sluice_switch *sw, struct image *m);
