#pragma once

#include "image.h"

#include <stdbool.h>

/*
 * Packets to AXI-Stream where a frame is a packet: flits go through, and none is stored. One step a cycle.
 * RTL twin: rtl_gen/wiring/axis/axis_through.v. docs/internals/microarchitecture-axis.md, 4.
 */
struct axis_through {
	unsigned source;                /* of the packet under way */
};

/* TDEST in this cycle. first, source: receive_first, receive_source. */
static inline unsigned axis_through_source(const struct axis_through *u, bool first, unsigned source)
{
	return first ? source : u->source;
}

/* valid: receive_valid. */
static inline void axis_through_step(struct axis_through *u, bool valid, bool first, unsigned source)
{
	if (valid)
		u->source = axis_through_source(u, first, source);
}

void axis_through_image(const struct axis_through *u, struct image *m);
