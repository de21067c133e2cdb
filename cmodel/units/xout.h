#pragma once

#include "bits.h"
#include "parcels.h"
#include "unit.h"

/*
 * Crossbar control of all outputs: which can be granted, and the packets on their way. A packet is granted in c; its header is in the crossbar in c + 2.
 * Invariant: an output is open unless it was granted in the cycle before, or an input is to read more than one flit for it.
 * RTL twin: rtl_gen/units/xout.v.
 */
struct xout {
	uint64_t open;
	uint64_t reopen;                /* open from the next cycle on: the packet of a single flit is read in this one */
	uint64_t granted, coming;       /* granted in the cycle before; in the one before that */
	uint32_t *parcel;               /* by output: the packet granted last, ... */
	struct transit *in;             /* ... and how it goes into the output side */
	uint8_t *src;                   /* by output: xb_src_q; for images alone */
};

static inline void xout_begin(struct xout *u)
{
	u->open |= u->reopen;
	u->reopen = 0;
}

/* The last flit for this output is read in this cycle; it is the only one. */
static inline void xout_last(struct xout *u, unsigned port, bool only)
{
	u->open |= (uint64_t)!only << port;
	u->reopen |= (uint64_t)only << port;
}

static inline void xout_grant(struct xout *u, unsigned port, uint32_t k, struct transit in)
{
	u->parcel[port] = k;
	u->in[port] = in;
}

/* These outputs were granted in this cycle, all in all. */
static inline void xout_end(struct xout *u, uint64_t granted)
{
	u->open &= ~granted;
	u->coming = u->granted;
	u->granted = granted;
}

/* The header of a packet of this input will be in the crossbar in the next cycle. */
static inline void xout_source(struct xout *u, unsigned port, unsigned input)
{
	u->src[port] = (uint8_t)input;
}

extern const struct unit_model xout_unit;
