#pragma once

#include "synth.h"

/*
 * Report of a synthesis. The blocks are those of the netlist in which each block is mapped alone. The effect of optimization across
 * their borders is a row of its own, so that the rows add up to the switch.
 */

/* As text: table of blocks, memories, share of the congestion units, longest paths. Of a network: table of its parts, memories, longest paths. */
void account_print(const struct synth_report *r, const struct params *p, FILE *f);

/* The same as JSON; the caller frees it. NULL: out of memory. */
char *account_json(const struct synth_report *r, const struct params *p);

/* The parameters of the switch, as a member of a report. */
struct cJSON;
void account_json_parameters(struct cJSON *to, const struct params *p);

/* One more object in a list. */
struct cJSON *account_json_element(struct cJSON *list);

/* Bits of all memories. */
uint64_t account_memory_bits(const struct blocks *b);
