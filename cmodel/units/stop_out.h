#ifndef STOP_OUT_H
#define STOP_OUT_H

#include "bits.h"
#include "image.h"
#include "messages.h"

#include <assert.h>

/*
 * Priorities that downstream has stopped, of all output ports.
 * RTL twin: rtl_gen/units/stop_out.v. docs/microarchitecture-pfc.md.
 */
struct stop_out {
	uint8_t stop[SWITCH_PORTS];     /* by output: stop_q, a set of priorities */
	uint64_t stopped;               /* outputs where it is not empty */
};

/* A message arrives from downstream of an output. */
static inline void stop_out_message(struct stop_out *u, unsigned port, const struct message *m)
{
	assert(!(m->stops >> QUEUES_MOST_pfc));
	u->stop[port] = (uint8_t)m->stops;
	u->stopped = (u->stopped & ~bit(port)) | (uint64_t)(m->stops != 0) << port;
}

/* Is the priority stopped at this output? */
static inline bool stop_out_holds(const struct stop_out *u, unsigned port, unsigned q)
{
	return u->stop[port] >> q & 1;
}

/* Render stop_q of all outputs of the first switch. */
void stop_out_image(const struct stop_out *u, const struct shape *s, struct image *m);

#endif
