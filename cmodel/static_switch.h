#ifndef STATIC_SWITCH_H
#define STATIC_SWITCH_H

#include "switch_model.h"

#include "units/arb_in.h"
#include "units/arb_out.h"
#include "units/oport.h"
#include "units/pmu.h"
#include "units/qcu.h"
#include "units/qmu_shown.h"
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

	struct qmu_shown qmu_shown;     /* this and what follows: images only */
	struct marks {                  /* ports with registers that changed since the last image, or change by themselves */
		uint64_t entering, writing, reading;                    /* rt; pmu */
		uint64_t queues, credit, leaving, links;                /* qmu */
		uint64_t served, granted;                               /* arb_in; arb_out */
		uint64_t credits, taken;                                /* qcu */
	} marks;
	uint64_t *queues, *credits;     /* by input, by output marked so: sets of queues */
	uint64_t shown_credit;          /* as the last image shows it */
};

SWITCH_OF(static_switch)

/* As in struct switch_model. */
void static_observe(struct sluice_switch *);
switch_step_function static_observed_step;
void static_image(struct sluice_switch *, uint64_t cycle, struct image *);
bool static_memory(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
uint64_t static_writes(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned address[SWITCH_PORTS]);
bool static_drained(const struct sluice_switch *);
bool static_waiting(const struct sluice_switch *, unsigned input, struct switch_waiting *);
inspect_function static_inspect;

#endif
