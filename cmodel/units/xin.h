#pragma once

#include "bits.h"
#include "unit.h"

/*
 * Crossbar control of all inputs: the output of the packet that is read, or will be.
 * RTL twin: rtl_gen/units/xin.v.
 */
struct xin {
	uint64_t any;                   /* inputs that were granted a packet since reset */
	uint8_t *to, *turn;             /* by input: output of the last one, and its turn */
};

static inline void xin_grant(struct xin *u, unsigned port, unsigned output, unsigned turn)
{
	u->any |= bit(port);
	u->to[port] = (uint8_t)output;
	u->turn[port] = (uint8_t)turn;
}

extern const struct unit_model xin_unit;
