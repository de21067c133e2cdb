#pragma once

#include "csr_port.h"

/*
 * Counters and gauges of all ports, and their last snapshot.
 * RTL twin: rtl_gen/units/csr_counts.v. docs/internals/microarchitecture-csr.md, 2.
 */
struct csr_values {
	uint32_t count[SWITCH_PORTS][CSR_COUNTERS];
	uint16_t now[SWITCH_PORTS][CSR_GAUGES], peak[SWITCH_PORTS][CSR_GAUGES]; /* now: of a snapshot alone */
};

struct csr_counts {
	struct csr_values live, snap;
	bool copied;                    /* since the last image */
};

/* The word that a read shows: of the last snapshot. number: of a counter, or behind those, of a gauge. */
uint32_t csr_counts_read(const struct csr_counts *u, const struct shape *s, unsigned port, unsigned number);

/* Before a cycle is counted: its snapshot, and its clear, with the gauges as they are in it. */
void csr_counts_snapshot(struct csr_counts *u, const struct shape *s, const struct csr_port *ports);
void csr_counts_clear(struct csr_counts *u);

/* The counters that count, and the gauges, of a port in the cycle. False: a counter was at its greatest value. */
bool csr_counts_port(struct csr_counts *u, const struct shape *s, const struct csr_port *ports, unsigned port, unsigned pulses);

void csr_counts_image(struct csr_counts *u, const struct shape *s, struct image *m);
