#pragma once

#include "bus.h"
#include "csr_access.h"
#include "image.h"

/*
 * Bus of the registers: APB.
 * RTL twin: rtl_gen/units/csr_apb.v. docs/internals/microarchitecture-csr.md, 1.
 */
struct csr_apb {
	bool ready, error;
	uint32_t rdata;
};

/* The access of this cycle. */
struct csr_access csr_apb_access(const struct csr_apb *u, const struct bus_in *in);

/* The end of the cycle. *out: the pins of the next. */
void csr_apb_end(struct csr_apb *u, const struct csr_access *a, struct csr_answer r, struct bus_out *out);

void csr_apb_image(const struct csr_apb *u, struct image *m);
