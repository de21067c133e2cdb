#ifndef SWITCH_WIRES_H
#define SWITCH_WIRES_H

#include "switch_state.h"

/* What goes between stages within a cycle, named as in docs/microarchitecture.md. Masks of input ports. */
struct wires {
	uint64_t cycle;
	const struct switch_in *in;
	struct switch_out *out;
	uint64_t ready0, popping;
	uint64_t notified;                      /* `notify` */
	uint32_t notified_row[SWITCH_PORTS];    /* lines that its destination is in the list of; lists in memories */
	uint64_t told;                          /* `told`, where it has to be known early: lists in memories */
	uint64_t xoff;                          /* an Xoff is on the link to upstream; likewise */
	uint64_t ending;                        /* the last flit is read */
	uint64_t detect;
	uint64_t entering;                      /* a packet enters the cold queue */
	uint64_t moving;                        /* by CDU or PPU */
	uint8_t move_src[SWITCH_PORTS + 1], move_dst[SWITCH_PORTS + 1]; /* the last: of what does not */
	uint32_t move_destination[SWITCH_PORTS + 1];    /* by PPU: of the packet, where lines know that */
	uint64_t cold_ready;                    /* the cold queue has a new head, ready from the next cycle on */
	uint64_t granted;                       /* output ports, to the input in: */
	uint64_t granted_inputs, granted_cold;  /* all; those of the cold queue */
	uint8_t winner[SWITCH_PORTS];
};

/* The grants of a cycle; the stamps of what was read, entered and moved in it, if there are any. */
void route_cam_arbitrate(struct sluice_switch *, struct wires *);
void route_cam_stamp(struct sluice_switch *, const struct wires *);

/* Where an image of the next cycle will differ: what is known at the beginning of a cycle, and the rest at its end. */
void route_cam_mark_early(struct sluice_switch *);
void route_cam_mark_late(struct sluice_switch *, const struct wires *);

/* Stages of a cycle: Xons, notifications and messages; what ports of lists in memories are in use for, and what they write. */
void route_cam_update(struct sluice_switch *, const struct wires *);
void route_cam_begin_lists(struct sluice_switch *, struct wires *);
void route_cam_write_lists(struct sluice_switch *, const struct wires *);

#endif
