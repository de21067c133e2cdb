#pragma once

#include "fpga.h"

/* Report of a synthesis for an FPGA, as text: table of blocks, memories, clock. The rows add up to the switch, as in account.h. */
void account_fpga_print(const struct fpga_report *r, const struct params *p, FILE *f);

/* The same as JSON; the caller frees it. NULL: out of memory. */
char *account_fpga_json(const struct fpga_report *r, const struct params *p);
