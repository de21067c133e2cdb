#ifndef SLOT_SWITCH_H
#define SLOT_SWITCH_H

#include "step_common.h"

#include "units/arb_out.h"
#include "units/dt.h"
#include "units/mmu.h"
#include "units/oport.h"
#include "units/smu.h"
#include "units/stamp.h"

/*
 * What switches have in common that keep packets in slots, the first requests of each queue in registers (SMU): docs/internals/microarchitecture-slots.md.
 * Such a switch begins with these units, under their own names; &sw->slots is all of them.
 */
#define SLOT_UNITS                                                              \
	struct sluice_switch base;                                              \
	struct mmu mmu;                                                         \
	struct smu smu;                                                         \
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
	uint64_t ending;                        /* inputs: the last flit is read */
	struct granted granted;
	uint64_t pop[1 + LINES];                /* by queue: inputs where its head is granted; valid only if there are grants */
	_Alignas(SWITCH_PORTS) uint8_t queue[SWITCH_PORTS];     /* by input that is granted: its queue */
};

/* What their models have in common. */
#define SLOT_MODEL .ports = SWITCH_PORTS, .depart = OPORT_DEPART, .reports_grants = true, .hold = slot_hold, .word = slot_word

/* As in struct switch_model. */
void slot_place(struct slot_switch *, const struct shape *all, struct arena *);
void slot_reset(struct slot_switch *, const struct shape *all);
void slot_configure(struct sluice_switch *, unsigned number, uint32_t first, uint32_t n, const struct table_entry *);
void slot_hold(struct sluice_switch *, uint64_t outputs, bool held);
bool slot_memory(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
bool slot_word(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
uint64_t slot_writes(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned address[SWITCH_PORTS]);

/* The same of waiting(): is a queue stopped by an Xoff, whose head is for this output? */
typedef bool slot_stopped(const struct sluice_switch *, unsigned input, unsigned q, unsigned output);
bool slot_waiting(const struct sluice_switch *, unsigned input, struct switch_waiting *, slot_stopped *);

/* Prefetches slots that headers take which come in one of the next cycles. */
void slot_fetch(const struct sluice_switch *, uint64_t heads);

/* For images: an input took a slot in this step for a header; packets left in it. Registers follow them from now on. */
void slot_remember_arrival(struct slot_switch *, unsigned input, uint64_t cycle, unsigned slot, const struct packet *);
void slot_remember_departures(struct slot_switch *, uint64_t cycle, const struct switch_out *);

/* Of these inputs, the one whose queue in `w` has the oldest head. */
unsigned slot_oldest(const struct slot_switch *, const struct slot_wires *, uint64_t inputs);

#endif
