#ifndef MEMORY_H
#define MEMORY_H

#include "probe.h"
#include "switch.h"

/*
 * Compares the memories of the RTL with the model: the words that the model says
 * were written, in the cycle after; every word that means something, in turn, a few a
 * cycle, or all at once. What a memory holds beyond that (free slots, power-up)
 * means nothing.
 */
struct memory_place {
	const struct probe_memory *memory;
	unsigned address;
};

struct memory_check {
	const struct probe *probe;
	unsigned per_cycle;             /* words of the rolling sweep */
	struct memory_place next;       /* where it goes on */
	uint64_t words;                 /* of all memories */
};

enum { MEMORY_ROLLING = 2 };    /* words a cycle: measured to cost little; every word comes by in words / 2 cycles */

void memory_check_init(struct memory_check *m, const struct probe *p);

/* Each returns false at the first word that differs, and says which. cycle: the one that begins. */
bool memory_check_written(const struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_place *at);
bool memory_check_rolling(struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_place *at);
bool memory_check_all(const struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_place *at);

/* What the model holds there; false: nothing that means anything. */
bool memory_model(const struct sluice_switch *w, uint64_t cycle, struct memory_place at, uint32_t *words);

#endif
