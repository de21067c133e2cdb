#ifndef ACCOUNT_H
#define ACCOUNT_H

#include "synth.h"

/*
 * What a synthesis came to, for readers. The blocks are those of the netlist in which each is mapped alone; what optimization
 * across their borders saves or costs is a row of its own, so that the rows add up to the switch.
 */

/* Table, memories, share of the congestion units, longest paths. */
void account_print(const struct synth_report *r, const struct params *p, FILE *f);

/* The same as JSON; the caller frees it. NULL: out of memory. */
char *account_json(const struct synth_report *r, const struct params *p);

/* Share of the congestion units in the logic of an input port, or of the whole switch; memories: in logic and memories: 0..1. */
double account_congestion(const struct synth_report *r, bool input_port, bool memories);

/* Bits of all memories. */
uint64_t account_memory_bits(const struct blocks *b);

#endif
