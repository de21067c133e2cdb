#pragma once

#include "bits.h"
#include "image.h"
#include "messages.h"
#include "unit.h"

#include <assert.h>

/*
 * Priorities that downstream has stopped, of all output ports.
 * RTL twin: rtl_gen/units/stop_out.v. docs/internals/microarchitecture-pfc.md.
 */
struct stop_out {
	uint64_t stop[QUEUES_MOST_pfc]; /* by priority: outputs where stop_q has it */
	uint64_t stopped;               /* outputs where stop_q is not 0 */
};

/* A message arrives from downstream of an output. */
static inline void stop_out_message(struct stop_out *u, unsigned port, const struct message *m)
{
	assert(!(m->stops >> QUEUES_MOST_pfc));
	for (unsigned q = 0; q < QUEUES_MOST_pfc; q++)
		u->stop[q] = (u->stop[q] & ~bit(port)) | (uint64_t)(m->stops >> q & 1) << port;
	u->stopped = (u->stopped & ~bit(port)) | (uint64_t)(m->stops != 0) << port;
}

extern const struct unit_model stop_out_unit;
