#ifndef CIOQ_SWITCH_H
#define CIOQ_SWITCH_H

#include "switch_model.h"

#include "units/arb_out_vc.h"
#include "units/arb_vc.h"
#include "units/calendar.h"
#include "units/ccu.h"
#include "units/cells.h"
#include "units/cmu.h"
#include "units/cqu.h"
#include "units/hru.h"
#include "units/lport.h"
#include "units/mbus.h"
#include "units/scam.h"
#include "units/sfcu.h"
#include "units/xin.h"
#include "units/xout.h"

/* The sides of all inputs, or of all outputs: the same units. */
struct side {
	struct hru hru;
	struct cmu cmu;
	struct cqu cqu;
	struct scam scam;
	struct sfcu sfcu;
	struct arb_vc arb_vc;
	struct cells cells;             /* for images: registers of cmu */
};

enum { INPUTS, OUTPUTS, SIDES };

/* A bank of switches with queues at inputs and outputs. */
struct cioq_switch {
	struct sluice_switch base;

	struct side side[SIDES];
	struct xin xin;
	struct arb_out_vc arb_out_vc;
	struct xout xout;
	struct ccu room, credits;
	struct mbus mbus;
	struct lport lport;
	struct parcels parcels;
	struct calendar calendar;
	uint64_t freed, freed_before;   /* outputs where a cell ended in this cycle; in the one before, so that `room` learns of it */
	uint16_t *freed_vc;             /* by output */
	uint64_t busy;                  /* last cycle in which something happened: registers settle in the two after it */
};

SWITCH_OF(cioq_switch)

/* Numbers of ports: the output at a turn from an input, the turn from an input to an output. */
static inline unsigned output_at(const struct cioq_switch *sw, unsigned input, unsigned turn)
{
	const unsigned first = sw->base.first[input], radix = sw->base.shape.radix, k = input - first + turn;

	return first + (k < radix ? k : k - radix);
}

static inline unsigned turn_to(const struct cioq_switch *sw, unsigned input, unsigned output)
{
	return output >= input ? output - input : output + sw->base.shape.radix - input;
}

/* As in struct switch_model. */
void cioq_observe(struct sluice_switch *);
switch_step_function cioq_observed_step;
void cioq_image(struct sluice_switch *, uint64_t cycle, struct image *);
bool cioq_memory(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
void cioq_word(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
uint64_t cioq_writes(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned address[SWITCH_PORTS]);
bool cioq_drained(const struct sluice_switch *);
bool cioq_waiting(const struct sluice_switch *, unsigned input, struct switch_waiting *);

#endif
