#pragma once

#include "csr_port.h"

/*
 * Whether messages that name all queues stop one, and whether they let one go, at all ports.
 * RTL twin: rtl_gen/units/csr_stops.v. docs/internals/microarchitecture-csr.md, 2.
 */
struct csr_stops {
	uint32_t rx[SWITCH_PORTS], tx[SWITCH_PORTS];    /* what the last message to upstream stopped; from downstream */
};

/* A message of this cycle, to upstream or from downstream of a port: what it is, in *now. */
void csr_stops_sent(struct csr_stops *u, unsigned port, uint32_t stops, struct csr_seen *now);
void csr_stops_received(struct csr_stops *u, unsigned port, uint32_t stops, struct csr_seen *now);

void csr_stops_image(const struct csr_stops *u, const struct shape *s, struct image *m);
