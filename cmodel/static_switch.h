#ifndef STATIC_SWITCH_H
#define STATIC_SWITCH_H

#include "switch_model.h"

#include "units/arb_in.h"
#include "units/arb_out.h"
#include "units/oport.h"
#include "units/pmu.h"
#include "units/qcu.h"
#include "units/qmu.h"
#include "units/rt.h"
#include "units/stamp.h"
#include "wheel.h"

/* A bank of switches with static queues: every unit once, holding that unit of all ports of all switches. */
struct static_switch {
	struct switch_head head;
	struct shape shape;
	unsigned switches;
	struct bank_port of[SWITCH_PORTS];
	uint64_t ports;                 /* ones: of all ports */
	uint64_t now;                   /* first cycle not yet stepped */
	uint64_t due;                   /* next cycle that has to be stepped */
	struct wheel wheel;

	struct rt rt;
	struct pmu pmu;
	struct qmu qmu;
	struct stamp stamp;
	struct arbiter_bank arb_in;     /* by input: queues. What they choose from stands in QMU */
	struct arb_out arb_out;
	struct oport oport;
	struct qcu qcu;

	struct switch_counts *counts;   /* by switch: nothing that a static scheme has is counted */
	switch_step_function *unobserved;       /* the step, if an image is asked for each cycle; NULL: it is not, and there is neither history nor a mark */
	struct marks {                  /* ports with registers that changed since the last image, or change by themselves */
		uint64_t entering, writing, reading;                    /* rt; pmu */
		uint64_t queues, funded, leaving, links;                /* qmu */
		uint64_t served, granted;                               /* arb_in; arb_out */
		uint64_t credits, taken;                                /* qcu */
	} marks;
	uint64_t *queues, *credits;     /* by input, by output marked so: sets of queues */
	uint64_t shown_credit;          /* as the last image shows it */
};

static inline struct static_switch *static_switch(const struct sluice_switch *sw)
{
	return (struct static_switch *)(void *)(uintptr_t)sw;
}

/* As in struct switch_model. */
void static_image(struct sluice_switch *, uint64_t cycle, struct image *);
bool static_memory(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
uint64_t static_writes(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned address[SWITCH_PORTS]);
void static_word(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
bool static_written(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned *address);
bool static_drained(const struct sluice_switch *);
bool static_waiting(const struct sluice_switch *, unsigned input, struct switch_waiting *);

#endif
