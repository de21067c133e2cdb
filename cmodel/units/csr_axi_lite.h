#pragma once

#include "bus.h"
#include "csr_access.h"
#include "image.h"

/*
 * Bus of the registers: AXI-Lite. One access at a time waits here.
 * RTL twin: rtl_gen/units/csr_axi_lite.v. docs/internals/microarchitecture-csr.md, 1.
 */
struct csr_axi_lite {
	struct csr_access waiting;      /* valid: pending_q */
	bool awready, arready, bvalid, rvalid;  /* awready: wready as well */
	uint32_t bresp, rresp, rdata;
};

/* The end of the cycle, in which `waiting` was the access. *out: the pins of the next. */
void csr_axi_lite_end(struct csr_axi_lite *u, const struct bus_in *in, struct csr_answer r, struct bus_out *out);

void csr_axi_lite_image(const struct csr_axi_lite *u, struct image *m);
