#pragma once

#include "step_common.h"

#include "units/arb_in.h"
#include "units/arbiter.h"
#include "units/arb_out.h"
#include "units/cam_in.h"
#include "units/cam_out.h"
#include "units/cdu.h"
#include "units/clip.h"
#include "units/clop.h"
#include "units/dcam_in.h"
#include "units/dcam_out.h"
#include "units/drfcu.h"
#include "units/dt.h"
#include "units/mmu.h"
#include "units/mu.h"
#include "units/oport.h"
#include "units/ppu.h"
#include "units/rfcu.h"
#include "units/ru.h"
#include "units/stamp.h"

/*
 * A bank of switches: every unit once, holding that unit of all ports of all switches. Registers of one bit
 * are masks over ports, so that what has nothing to do is skipped 64 ports at a time.
 */
struct cam_switch {
	struct sluice_switch base;
	uint64_t turn, pool, turnpool;  /* ones: of a turn, of the turns looked at, of the turnpool */

	struct mmu mmu;
	struct mu mu;
	struct ru ru;
	struct stamp stamp;
	struct arbiter_bank arb_in;     /* by input: queues */
	struct arb_out arb_out;
	struct oport oport;
	struct ppu ppu;
	struct cam_in cam_in;
	struct cdu cdu;
	struct rfcu rfcu;
	struct cam_out cam_out;
	struct dt dt;                   /* of FBICM, like these: */
	struct dcam_in dcam_in;
	struct dcam_out dcam_out;
	struct clip clip;               /* with lists in memories */
	struct clop clop;

	struct line_counts line_counts;
};

SWITCH_OF(cam_switch)

/* Lines know their packets by destination. */
static inline bool by_destination(const struct cam_switch *sw)
{
	return sw->base.shape.nodes;
}

/* Their lists are in memories. */
static inline bool lists_in_memory(const struct cam_switch *sw)
{
	return sw->base.shape.lists_in_memory;
}

static inline struct switch_counts *counts_of(const struct cam_switch *sw, unsigned port)
{
	return sw->base.counts + sw->base.number[port];
}
