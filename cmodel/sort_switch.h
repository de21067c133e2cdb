#ifndef SORT_SWITCH_H
#define SORT_SWITCH_H

#include "slot_switch.h"

#include "units/arb_by_output.h"
#include "units/arb_in.h"
#include "units/cam_out.h"
#include "units/cam_sort.h"
#include "units/cdu.h"
#include "units/clip.h"
#include "units/clop.h"
#include "units/dcam_out.h"
#include "units/dcam_sort.h"
#include "units/drfcu.h"
#include "units/rfcu.h"

/* A bank of switches that sort packets as they arrive: every unit once, holding that unit of all ports of all switches. */
struct sort_switch {
	SLOT_SWITCH;
	uint64_t turn, pool, turnpool;  /* ones: of a turn, of the turns looked at, of the turnpool */

	struct sorted_lines lines;
	struct cdu cdu;
	struct rfcu rfcu;
	struct arb_by_output arb_by_output;     /* unless there are stamps; with a single queue, its choices are none */
	struct cam_out cam_out;
	struct dcam_sort dcam_sort;     /* of FBICM, like this: */
	struct dcam_out dcam_out;
	struct clip clip;               /* with lists in memories */
	struct clop clop;

	uint64_t lists_changed, stops_changed;  /* since the last image: inputs whose lists did, in registers; outputs whose stopped lines did */
	struct sort_marks {             /* likewise: ports where registers did */
		uint64_t slots, reading;                        /* mmu; or change by themselves */
		uint64_t queues[1 + LINES], held;               /* by queue: smu; smu */
		uint64_t lines[LINES], waits[LINES];            /* by line: cam_sort */
		uint64_t granted, departed;                     /* arb_by_output; arb_out */
		uint64_t stops, notifications, messages, xons;  /* cam_sort; cam_sort; rfcu; cam_out */
	} marks;
	uint64_t shown;                 /* cycle of the last image */
	struct line_counts line_counts;
	struct headers header;          /* by input where a line is looked up by headers: of the packet that arrived last */
	_Alignas(SWITCH_PORTS) uint8_t entered[SWITCH_PORTS];  /* by input: queue that a packet entered last */
};

SWITCH_OF(sort_switch)

/* Lines know their packets by destination; by lists in memories. */
static inline bool sort_by_list(const struct sort_switch *sw)
{
	return sw->base.shape.by_list;
}

static inline bool sort_lists_in_memory(const struct sort_switch *sw)
{
	return sw->base.shape.lists_in_memory;
}

static inline struct switch_counts *sort_counts_of(const struct sort_switch *sw, unsigned port)
{
	return sw->base.counts + sw->base.number[port];
}

/* As in struct switch_model. */
void sort_observe(struct sluice_switch *);
switch_step_function sort_observed_step;
void sort_image(struct sluice_switch *, uint64_t cycle, struct image *);
bool sort_memory(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
uint64_t sort_writes(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned address[SWITCH_PORTS]);
bool sort_drained(const struct sluice_switch *);
bool sort_waiting(const struct sluice_switch *, unsigned input, struct switch_waiting *);
inspect_function sort_inspect;

#endif
