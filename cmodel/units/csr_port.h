#pragma once

#include "bits.h"
#include "image.h"

/*
 * What the registers count at all ports: the links into and out of a port, how much of its memory is in use, and faults of its neighbours.
 * RTL twin: rtl_gen/units/csr_port.v. docs/internals/microarchitecture-csr.md, 2 and 5.
 */
struct csr_port {
	uint16_t left[SWITCH_PORTS], occupancy[SWITCH_PORTS], owed[SWITCH_PORTS];
	uint16_t cold[SWITCH_PORTS], lines[SWITCH_PORTS];       /* in the cycle before */
};

/* What a cycle has there. Masks are of ports; those of messages are of the links into (sent) and out of (received) a port. */
struct csr_seen {
	uint64_t rx_valid, rx_head, rx_credit, tx_valid, tx_head, tx_credit;
	uint64_t sending;               /* a flit of the input goes through the crossbar */
	uint64_t astray;                /* of rx_head: the header names what is not there */
	uint64_t xoff_sent, xon_sent, xoff_received, xon_received, detect;
	uint16_t flits[SWITCH_PORTS];   /* of rx_head: in the header */
	uint16_t cold[SWITCH_PORTS], lines[SWITCH_PORTS];
};

/* Of a port in this cycle: counters that count, and faults, a bit each; a gauge. */
unsigned csr_port_pulses(const struct csr_port *u, const struct shape *s, const struct csr_seen *now, unsigned port);
unsigned csr_port_faults(const struct csr_port *u, const struct shape *s, const struct csr_seen *now, unsigned port);
unsigned csr_port_gauge(const struct csr_port *u, enum csr_gauge gauge, unsigned port);

/* The end of the cycle. */
void csr_port_end(struct csr_port *u, const struct shape *s, const struct csr_seen *now);

void csr_port_image(const struct csr_port *u, const struct shape *s, struct image *m);
