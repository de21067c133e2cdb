#ifndef SWITCH_STATE_H
#define SWITCH_STATE_H

#include "switch.h"

#include "units/arb_in.h"
#include "units/arb_out.h"
#include "units/cam_in.h"
#include "units/cam_out.h"
#include "units/cdu.h"
#include "units/mmu.h"
#include "units/mu.h"
#include "units/oport.h"
#include "units/ppu.h"
#include "units/rfcu.h"
#include "units/ru.h"
#include "wheel.h"

/*
 * A switch: every unit once, holding that unit of all ports. Registers of one bit
 * are masks over ports, so that what has nothing to do is skipped 64 ports at a time.
 */
struct sluice_switch {
	struct shape shape;
	uint64_t now;                   /* first cycle not yet stepped */
	uint64_t due;                   /* next cycle that has to be stepped */
	struct wheel wheel;

	struct mmu mmu;
	struct mu mu;
	struct ru ru;
	struct arb_in arb_in;
	struct arb_out arb_out;
	struct oport oport;
	struct ppu ppu;
	struct cam_in cam_in;
	struct cdu cdu;
	struct rfcu rfcu;
	struct cam_out cam_out;

	struct switch_counts counts;
	bool imaging;                   /* switch_image() is in use: keep history and marks */
	uint64_t dirty[UNITS];          /* ports whose image is out of date (mmu: slots only) or changes by itself ... */
	uint64_t dirty_heads;           /* ... request register file ... */
	uint64_t passing;               /* ... mmu: flits pass */
	void *block;                    /* what to free */
};

#endif
