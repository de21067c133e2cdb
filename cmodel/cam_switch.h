#ifndef CAM_SWITCH_H
#define CAM_SWITCH_H

#include "step_common.h"

#include "units/arb_in.h"
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
	struct arb_in arb_in;
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
	/* What the last step did that its results do not tell: of a quiet one nothing, and `cycle` is an earlier one. Inputs. */
	struct step_trace {
		uint64_t cycle;
		uint64_t entering, detect, moving, notified;
		uint8_t move_src[SWITCH_PORTS], move_dst[SWITCH_PORTS];
	} last_step;

	struct headers fetched;         /* hdr_mem's read registers, which the step does without */
	struct marks {                  /* ports with registers that changed since the last image */
		uint64_t reading;                                       /* mmu; or change by themselves */
		uint64_t queues, links, headers;                        /* mu: queues with the request register file; ru */
		uint64_t points, notifications, lists, messages;        /* cam_in; cam_in; dcam_in, or clip; rfcu */
		uint64_t stopped, xons, sweeps;                         /* cam_out; cam_out; clop */
	} marks;
	uint64_t *queues;               /* by input marked so: queues, lines */
	uint32_t *points;
	uint64_t shown;                 /* cycle of the last image */
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

/* As in struct switch_model. */
void cam_observe(struct sluice_switch *);
switch_step_function cam_observed_step;
void cam_image(struct sluice_switch *, uint64_t cycle, struct image *);
bool cam_memory(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
bool cam_word(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
uint64_t cam_writes(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned address[SWITCH_PORTS]);
bool cam_drained(const struct sluice_switch *);
bool cam_waiting(const struct sluice_switch *, unsigned input, struct switch_waiting *);
inspect_function cam_inspect;

#endif
