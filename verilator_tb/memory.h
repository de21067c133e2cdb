#ifndef MEMORY_H
#define MEMORY_H

#include "probe.h"
#include "switch.h"

/*
 * Compares the memories of the RTL with the model: what its write ports are about to do; the words
 * written, in the cycle after; every word that means something, in turn, a few a cycle, or all at
 * once. What a memory holds beyond that (free slots, power-up) means nothing.
 */
struct memory_place {
	const struct probe_memory *memory;
	unsigned address;
};

enum { MEMORY_UNITS = 4 };      /* with a memory */

struct memory_check {
	const struct probe *probe;
	unsigned n_units, ports;
	struct memory_unit {
		const struct probe_memory *first;       /* that of port 0; those of the other ports follow */
		bool seen;                              /* the RTL's write ports can be seen ... */
		const uint8_t *wen[SWITCH_PORTS];       /* ... here */
		uint64_t written;                       /* ports written in the cycle before ... */
		unsigned address[SWITCH_PORTS];         /* ... here */
	} unit[MEMORY_UNITS];
	unsigned per_cycle;             /* words of the rolling sweep */
	struct memory_place next;       /* where it goes on */
	uint64_t words;                 /* of all memories */
};

enum { MEMORY_ROLLING = 1 };    /* words a cycle; what is written is looked at in any case */

void memory_check_init(struct memory_check *m, const struct probe *p);

/* After the model was stepped over a cycle, before the RTL's clock edge: false if one of them writes, in that cycle, where the
 * other does not. */
bool memory_check_ports(struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_place *at);

/* Each returns false at the first word that differs, and says which. cycle: the one that begins. */
bool memory_check_written(const struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_place *at);
bool memory_check_rolling(struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_place *at);
bool memory_check_all(const struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_place *at);

/* What the model holds there; false: nothing that means anything. */
bool memory_model(const struct sluice_switch *w, uint64_t cycle, struct memory_place at, uint32_t *words);

#endif
