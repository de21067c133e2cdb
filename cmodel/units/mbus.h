#pragma once

#include "unit.h"

/*
 * Where messages of all output sides go. A packet knows its input (parcels.h), so this is for images alone.
 * RTL twin: rtl_gen/units/mbus.v.
 */
struct mbus {
	struct sources { uint8_t enter, entered, msg; } *at;    /* by output */
};

/* A cycle passes. header: the crossbar delivers one, of input `src`. */
static inline void mbus_pass(struct mbus *u, unsigned port, bool header, unsigned src)
{
	struct sources *const at = u->at + port;

	at->msg = at->entered;
	at->entered = at->enter;
	at->enter = header ? (uint8_t)src : at->enter;
}

extern const struct unit_model mbus_unit;
