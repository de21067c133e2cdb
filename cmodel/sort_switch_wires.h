#pragma once

#include "sort_switch.h"

/* What goes between stages within a cycle, beside what all have. Masks of ports. */
struct sort_wires {
	struct slot_wires slots;
	uint64_t notified, detect;              /* inputs: `notify_q`, `detect` */
	uint64_t entering;                      /* inputs: a packet enters a queue, in `entered` of the switch */
	uint8_t to[SWITCH_PORTS];               /* by input in it: the output that the packet is for, where that is known from its turns */
	uint64_t speaking;                      /* inputs where a line wants to send a message, but for an Xoff for a destination */
	uint64_t xoff;                          /* inputs: an Xoff is on the link to upstream; lists in memories */
};

STEPS_OF(sort, struct sort_switch);

/* The grants of a cycle, port by port: by age, and on any processor. eligible: by queue, inputs; any: of all
 * queues. */
void sort_serve(struct sort_switch *, struct sort_wires *, const uint64_t *eligible, uint64_t any);

/* Not by age: the queue that is served if this input alone asks, for its heads in these queues. */
unsigned sort_choose(const struct sort_switch *, unsigned input, uint64_t queues);

/* Stages of a cycle: what lists in memories do first; messages to upstream; notifications,
 * detections and messages from downstream; what lines are like from the next cycle on, with lists in memories. */
void sort_begin_lists(struct sort_switch *, struct sort_wires *);
void sort_send_messages(struct sort_switch *, const struct sort_wires *, uint64_t stops);
void sort_update_cams(struct sort_switch *, const struct sort_wires *);
void sort_update_lists(struct sort_switch *, const struct sort_wires *, uint64_t changed);
