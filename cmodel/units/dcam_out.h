#pragma once

#include "cam_out.h"

/*
 * CAM, output side, by destinations, of all output ports: destinations that downstream stopped. All other state of a line is in struct
 * cam_out, whose `len` then counts hops. A header that leaves for a stopped destination makes the output notify its input.
 * RTL twin: rtl_gen/units/dcam_out.v. FBICM 3.5.
 */
struct dcam_out {
	unsigned nodes;
	uint32_t notify[SWITCH_PORTS];  /* by output: notify_destination_q */
	uint32_t *clop;                 /* by output, by destination: lines that have it in their list. NULL: lists are in struct clop */
};

extern const struct unit_model dcam_out_unit;

static inline uint32_t *dcam_out_row(const struct dcam_out *u, unsigned port, uint32_t destination)
{
	return u->clop + (size_t)port * u->nodes + destination;
}

/* Match a leaving packet, from input `from`, with the stopped lines. row: lines that have its destination in their list. The shortest match
 * of less than s->hops hops is notified in the next cycle: the line of the input is one hop longer. */
void dcam_out_match(struct dcam_out *u, struct cam_out *cam, const struct shape *s, unsigned port, uint32_t row, uint32_t destination, unsigned from);

/* A message arrives from downstream. FBICM 3.5. */
void dcam_out_message(struct dcam_out *u, struct cam_out *cam, const struct shape *s, unsigned port, const struct message *msg);
