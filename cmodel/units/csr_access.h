#pragma once

#include <stdbool.h>
#include <stdint.h>

/* An access of the bus to the registers, and what comes of it (docs/internals/microarchitecture-csr.md, 1). */
struct csr_access {
	bool valid, write;
	uint32_t address, data, strobe;
};

struct csr_answer {
	bool held, error;
	uint32_t rdata;
};

/* The access is done in its cycle. */
static inline bool csr_done(const struct csr_access *a, struct csr_answer r)
{
	return a->valid && !r.held;
}
