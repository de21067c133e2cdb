#pragma once

#include "bits.h"
#include "csr_access.h"
#include "image.h"

/*
 * Registers on a bus: thresholds of the input ports.
 * RTL twin: rtl_gen/units/csr_limits.v. docs/internals/microarchitecture-csr.md, 3.
 */
struct csr_limits {
	uint16_t detect, xoff, xon;
};

void csr_limits_reset(struct csr_limits *u, const struct shape *s);

/* Does a threshold have this address; may it have this value; what is read. */
bool csr_limits_there(const struct shape *s, uint32_t address);
bool csr_limits_allowed(const struct shape *s, const struct csr_access *a);
uint32_t csr_limits_read(const struct csr_limits *u, uint32_t address);

/* A write that is allowed. */
void csr_limits_write(struct csr_limits *u, const struct csr_access *a);

void csr_limits_image(const struct csr_limits *u, struct image *m);
