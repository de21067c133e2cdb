#ifndef SORT_SWITCH_WIRES_H
#define SORT_SWITCH_WIRES_H

#include "sort_switch.h"

/* What goes between stages within a cycle. Masks of ports. */
struct sort_wires {
	uint64_t cycle;
	const struct switch_in *in;
	struct switch_out *out;
	uint64_t ending;                        /* inputs: the last flit is read */
	uint64_t detect;                        /* inputs */
	uint64_t entering;                      /* inputs: a packet enters a queue, in `entered` of the switch */
	uint64_t xoff;                          /* inputs: an Xoff is on the link to upstream; lists in memories */
	uint64_t granted;                       /* outputs, to a queue of an input: */
	uint8_t winner[SWITCH_PORTS], queue[SWITCH_PORTS];
};

/* Stages of a cycle: what lists in memories do first; messages to upstream; Xons, notifications, detections and messages from downstream; what lines
 * are like from the next cycle on. */
void sort_begin_lists(struct sort_switch *, struct sort_wires *);
void sort_control_flow(struct sort_switch *, const struct sort_wires *);
void sort_update_cams(struct sort_switch *, const struct sort_wires *);
void sort_update_lines(struct sort_switch *, const struct sort_wires *);

#endif
