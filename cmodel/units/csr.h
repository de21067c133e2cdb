#pragma once

#include "csr_counts.h"
#include "csr_limits.h"
#include "table.h"

/*
 * Registers on a bus: commands, faults and the interrupt; all others are read through it.
 * RTL twin: rtl_gen/units/csr.v. docs/internals/microarchitecture-csr.md.
 */
struct csr {
	bool counting, detecting, irq;
	uint32_t flags, mask;
	bool first_valid;
	uint8_t first_port, first_kind;
	uint64_t first_time, time, snap_time;
	uint16_t snapshots;
};

void csr_reset(struct csr *u);

/* What comes of an access in this cycle. configuring: the configuration port writes the routing table. Switches with set-aside queues have limits. */
struct csr_answer csr_judge(const struct csr *u, const struct shape *s, const struct csr_counts *counts, const struct csr_limits *limits,
			    const struct csr_access *a, bool configuring);

/* The word of the routing table that a write is to, and its entry. False: it is to something else. */
bool csr_table_word(const struct shape *s, const struct csr_access *a, uint32_t *destination, struct table_entry *entry);

/* A write of CONTROL with this bit. write: the access is a write, and is done. */
bool csr_commands(const struct csr_access *a, bool write, unsigned control);

/* Faults of a port in this cycle, those of a test included. */
unsigned csr_faults(const struct csr_access *a, bool write, unsigned port, unsigned faults);

/* The end of the cycle. faults: by port, with those of a test. */
void csr_end(struct csr *u, const struct shape *s, const struct csr_access *a, bool write, const uint8_t *faults, bool detected, bool saturated);

void csr_image(const struct csr *u, struct image *m);
