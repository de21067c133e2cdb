#ifndef SWITCH_STATE_H
#define SWITCH_STATE_H

#include "exits.h"
#include "switch_model.h"

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
#include "wheel.h"

/*
 * A bank of switches: every unit once, holding that unit of all ports of all switches. Registers of one bit
 * are masks over ports, so that what has nothing to do is skipped 64 ports at a time.
 */
struct sluice_switch {
	struct switch_head head;
	struct shape shape;
	unsigned switches;
	struct bank_port of[SWITCH_PORTS];
	_Alignas(SWITCH_PORTS) uint8_t first[SWITCH_PORTS];    /* by port: of its switch */
	uint64_t ports, turn, pool, turnpool;   /* ones: of all ports; of a turn, of the turns looked at, of the turnpool */
	uint64_t now;                   /* first cycle not yet stepped */
	uint64_t due;                   /* next cycle that has to be stepped */
	struct wheel wheel;

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

	const struct exits *exits;      /* where what leaves goes; NULL: to switch_out */
	struct switch_counts *counts;   /* by switch; of lines only if they are not counted here: */
	uint64_t in_use, peak;          /* by switch, a byte each: lines in use, and the most there were */
	/* What the last step did that its results do not tell: of a quiet one nothing, and `cycle` is an earlier one. Inputs. */
	struct did {
		uint64_t cycle;
		uint64_t entering, detect, moving, notified;
		uint8_t move_src[SWITCH_PORTS], move_dst[SWITCH_PORTS];
	} did;

	switch_step_function *unobserved;       /* the step, if switch_image() is in use; NULL: it is not, and there is neither history nor a mark */
	struct headers fetched;         /* hdr_mem's read registers, which the step does without */
	struct marks {                  /* ports with registers that changed since the last image */
		uint64_t reading;                                       /* mmu; or change by themselves */
		uint64_t queues, links, headers;                        /* mu: queues with the request register file; ru */
		uint64_t points, told, lists, messages;                 /* cam_in; cam_in; dcam_in, or clip; rfcu */
		uint64_t stopped, xons, swept;                          /* cam_out; cam_out; clop */
	} marks;
	uint64_t arrived;               /* inputs that a header came to in the last step */
	uint64_t writing;               /* inputs in the middle of a packet in the cycle of the last image */
	uint64_t *queues;               /* by input marked so: queues, lines */
	uint32_t *points;
	uint64_t shown;                 /* cycle of the last image */
};

/* Lines know their packets by destination. */
static inline bool by_destination(const struct sluice_switch *sw)
{
	return sw->shape.nodes;
}

/* Their lists are in memories. */
static inline bool swept(const struct sluice_switch *sw)
{
	return sw->shape.swept;
}

/* Lines in use are counted in bytes of a word: of a switch of 8 ports, less than 128. */
static inline bool counts_by_byte(unsigned radix, unsigned lines)
{
	return radix == 8 && lines < 16;
}

/* All ports of the switch that this one belongs to. */
static inline uint64_t siblings(const struct sluice_switch *sw, unsigned port)
{
	return ones(sw->shape.radix) << sw->of[port].first;
}

static inline struct switch_counts *counts_of(const struct sluice_switch *sw, unsigned port)
{
	return sw->counts + sw->of[port].number;
}

/* As in struct switch_model. */
void route_cam_place(struct sluice_switch *, const struct shape *, unsigned switches, struct arena *);
void route_cam_reset(struct sluice_switch *, const struct shape *, unsigned switches);
void route_cam_image(struct sluice_switch *, uint64_t cycle, struct image *);
bool route_cam_memory(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
uint64_t route_cam_writes(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned address[SWITCH_PORTS]);
void route_cam_word(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
bool route_cam_written(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned *address);
bool route_cam_drained(const struct sluice_switch *);
bool route_cam_waiting(const struct sluice_switch *, unsigned input, struct switch_waiting *);

#endif
