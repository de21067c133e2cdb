#pragma once

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
