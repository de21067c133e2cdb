#pragma once

#include "switch_model.h"

#include "units/arb_out_vc.h"
#include "units/arb_vc.h"
#include "units/calendar.h"
#include "units/ccu.h"
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
	uint16_t freed_vc[2][SWITCH_PORTS];     /* by parity of the cycle, by output */
	/* Ports that are to look for a head to be served. One that found none looks again when something has changed: a head has come, a line lets its queue go,
	 * credits for a link; an output has opened, or has more room, that a head of an input waits for. */
	uint64_t looking[SIDES];
	uint64_t held;                  /* outputs whose links are slower than the others (switch_hold()) */
	uint64_t awaited, wanting;      /* outputs that some input waits for: to open; to have room */
	uint64_t *waits_open, *waits_room;      /* by output: inputs */
	uint64_t busy;                  /* last cycle in which something happened: registers settle in the two after it */
};

SWITCH_OF(cioq_switch)

/* Numbers of ports: the output at a turn from an input, the turn from an input to an output. */
static inline unsigned output_at(const struct cioq_switch *sw, const struct shape *s, unsigned input, unsigned turn)
{
	const unsigned first = sw->base.first[input], k = input - first + turn;

	return first + (k < s->radix ? k : k - s->radix);
}

static inline unsigned turn_to(const struct shape *s, unsigned input, unsigned output)
{
	return output >= input ? output - input : output + s->radix - input;
}

/* The step for a switch made now. */
switch_step_function *cioq_step(const struct sluice_switch *);
