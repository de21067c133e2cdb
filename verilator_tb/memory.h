#pragma once

#include "pins.h"
#include "probe.h"

/*
 * Compares the memories of the RTL with the model: the write ports, before each clock edge; the words
 * written, one cycle later; and all valid words, in turn, one per cycle, or all at once. Other words
 * (of free slots, or never written) are not valid, and not compared.
 */
struct memory_place {
	const struct probe_memory *memory;
	unsigned address;
};

enum { MEMORY_UNITS = 9 };      /* memories of one row at one site */

struct memory_check {
	const struct probe *probe;
	unsigned n_units;
	struct memory_unit {
		const struct probe_memory *first;       /* that of port 0; those of the other ports follow */
		unsigned ports;
		const uint8_t *wen[SWITCH_PORTS];       /* of the RTL's write ports */
	} unit[MEMORY_UNITS];
	struct memory_place next;       /* next word of those compared in turn */
	struct memory_place differs;    /* found by the last comparison; memory NULL: nothing differs */
	unsigned n_writes;              /* words that the model wrote in the cycle before, by unit and port */
	struct memory_write {
		struct memory_place at;
		uint32_t word[FLIT_WORDS];
	} write[MEMORY_UNITS * SWITCH_PORTS];
};

void memory_check_init(struct memory_check *m, const struct probe *p);

/* After the model was stepped over the cycle, and before the RTL's clock edge: false if model or RTL writes, in that cycle, where the other does not. */
bool memory_check_ports(struct memory_check *m, const struct sluice_switch *sw, uint64_t cycle);

/* At the beginning of a cycle, each up to the first word that differs: the words written in the cycle before; the next of all words in turn; all. */
bool memory_check_written(struct memory_check *m);
bool memory_check_next(struct memory_check *m, const struct sluice_switch *sw, uint64_t cycle);
bool memory_check_all(struct memory_check *m, const struct sluice_switch *sw, uint64_t cycle);

/* Have the RTL hold every word that is valid in the model. */
void memory_write_all(const struct memory_check *m, const struct sluice_switch *sw, uint64_t cycle);

/* The word in the model; false: it is not valid. */
bool memory_model(const struct sluice_switch *sw, uint64_t cycle, struct memory_place at, uint32_t *words);
