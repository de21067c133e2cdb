#pragma once

#include "fpga.h"
#include "synth.h"

/*
 * Report of a synthesis. The blocks are those of the netlist in which each block is mapped alone. The effect of optimization across
 * their borders is a row of its own, so that the rows add up to the switch.
 */

/* As text: table of blocks, memories, share of the congestion units, longest paths. Of a network: table of its parts, memories, longest paths. */
void account_print(const struct synth_report *r, const struct params *p, FILE *f);

/* The same as JSON; the caller frees it. NULL: out of memory. */
char *account_json(const struct synth_report *r, const struct params *p);

/* Bits of all memories. */
uint64_t account_memory_bits(const struct blocks *b);

/* Report of a synthesis for an FPGA, as text: table of blocks, memories, clock. The rows add up to the switch. The same as JSON. */
void account_fpga_print(const struct fpga_report *r, const struct params *p, FILE *f);
char *account_fpga_json(const struct fpga_report *r, const struct params *p);
