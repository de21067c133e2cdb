#pragma once

#include "line_switch.h"
#include "schedule.h"

#include "units/arb_in.h"
#include "units/arbiter.h"
#include "units/cam_in.h"
#include "units/dcam_in.h"
#include "units/mu.h"
#include "units/ppu.h"
#include "units/ru.h"

/*
 * A bank of switches: every unit once, holding that unit of all ports of all switches. Registers of one bit
 * are masks over ports, so that what has nothing to do is skipped 64 ports at a time.
 */
struct cam_switch {
	LINE_SWITCH;
	struct mu mu;
	struct ru ru;
	struct arbiter_bank arb_in;     /* by input: queues */
	struct ppu ppu;
	struct cam_in cam_in;
	struct dcam_in dcam_in;         /* of FBICM */
};

SWITCH_OF(cam_switch)

/* What goes between stages within a cycle, beside what all have, named as in docs/internals/microarchitecture-*.md. Masks of input ports. */
struct wires {
	struct slot_wires slots;                /* `pop` is in MU */
	uint64_t ready0, popping;
	uint64_t notified;                      /* `notify` */
	uint32_t notified_row[SWITCH_PORTS];    /* lines that its destination is in the list of; lists in memories */
	uint64_t notify_next;                   /* `notify_next`, where it has to be known early: lists in memories */
	uint64_t xoff;                          /* an Xoff is on the link to upstream; likewise */
	uint64_t swept;                         /* their lists, or which lines are in use, may have changed; likewise */
	uint64_t detect;
	uint64_t entering, first;               /* a packet enters the cold queue; as its head */
	uint64_t moving;                        /* by CDU or PPU */
	_Alignas(SWITCH_PORTS) uint8_t move_src[SWITCH_PORTS], move_dst[SWITCH_PORTS];
	uint32_t move_destination[SWITCH_PORTS];        /* by PPU: of the packet, where lines know that */
	uint64_t cold_ready;                    /* the cold queue has a new head, ready from the next cycle on */
};

STEPS_OF(cam_switch);

static inline struct scheduler cam_scheduler(struct cam_switch *sw)
{
	return (struct scheduler){ &sw->base, &sw->arb_in, &sw->arb_out, &sw->stamp, sw->mu.out };
}

/* The grants of a cycle, port by port: by age, and on any processor. candidates: by queue, inputs; any: of all queues. */
void cam_serve(struct cam_switch *, struct wires *, const uint64_t *candidates, uint64_t any);

/* The stamps of what was read, entered and moved in a cycle, if there are any. */
void cam_stamp(struct cam_switch *, const struct wires *);

/* Stages of a cycle: Xons, notifications and messages; what ports of lists in memories are in use for, what they write; which lines of
 * these inputs may not be taken. */
void cam_update(struct cam_switch *, const struct wires *);
void cam_begin_lists(struct cam_switch *, struct wires *);
void cam_write_lists(struct cam_switch *, struct wires *);
void cam_settle(struct cam_switch *, uint64_t inputs);
