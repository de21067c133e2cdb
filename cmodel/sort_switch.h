#pragma once

#include "line_switch.h"

#include "units/arb_by_output.h"
#include "units/arb_in.h"
#include "units/cam_sort.h"
#include "units/dcam_sort.h"
#include "units/smu.h"

/* A bank of switches that sort packets as they arrive: every unit once, holding that unit of all ports of all switches. */
struct sort_switch {
	LINE_SWITCH;
	struct smu smu;
	struct sorted_lines lines;
	struct arb_by_output arb_by_output;     /* unless there are stamps; with a single queue, its choices are none */
	struct dcam_sort dcam_sort;     /* of FBICM */

	struct headers header;          /* by input where a line is looked up by headers: of the packet that arrived last */
	_Alignas(SWITCH_PORTS) uint8_t entered[SWITCH_PORTS];  /* by input: queue that a packet entered last */
};

SWITCH_OF(sort_switch)

/* What goes between stages within a cycle, beside what all have. Masks of ports. */
struct sort_wires {
	struct slot_wires slots;
	uint64_t notified, detect;              /* inputs: `notify_q`, `detect` */
	uint64_t entering;                      /* inputs: a packet enters a queue, in `entered` of the switch */
	uint8_t to[SWITCH_PORTS];               /* by input in it: the output that the packet is for, where that is known from its turns */
	uint64_t speaking;                      /* inputs where a line wants to send a message, but for an Xoff for a destination */
	uint64_t xoff;                          /* inputs: an Xoff is on the link to upstream; lists in memories */
};

STEPS_OF(sort_switch);

/* The grants of a cycle, port by port: by age, and on any processor. eligible: by queue, inputs; any: of all
 * queues. */
void sort_serve(struct sort_switch *, struct sort_wires *, const uint64_t *eligible, uint64_t any);

/* Not by age: the queue that is served if this input alone asks, for its heads in these queues. */
unsigned sort_choose(const struct sort_switch *, unsigned input, uint64_t queues);

/* Stages of a cycle: messages to upstream; notifications,
 * detections and messages from downstream; what lines are like from the next cycle on, with lists in memories. */
void sort_send_messages(struct sort_switch *, const struct sort_wires *, uint64_t stops);
void sort_update_cams(struct sort_switch *, const struct sort_wires *);
void sort_update_lists(struct sort_switch *, const struct sort_wires *, uint64_t changed);
