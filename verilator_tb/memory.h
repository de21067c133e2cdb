#ifndef MEMORY_H
#define MEMORY_H

#include "pins.h"
#include "probe.h"
#include "switch.h"

/*
 * Compares the memories of the RTL with the model: what its write ports are about to do; the words
 * written, in the cycle after; every word that means something, in turn, one a cycle, or all at
 * once. What a memory holds beyond that (free slots, power-up) means nothing.
 */
struct memory_place {
	const struct probe_memory *memory;
	unsigned address;
};

enum { MEMORY_UNITS = 5 };      /* memories of one row at one site */

struct memory_check {
	const struct probe *probe;
	unsigned n_units;
	struct memory_unit {
		const struct probe_memory *first;       /* that of port 0; those of the other ports follow */
		unsigned ports;
		const uint8_t *wen[SWITCH_PORTS];       /* of the RTL's write ports */
	} unit[MEMORY_UNITS];
	struct memory_place next;       /* where the sweep goes on: of the model's side alone */
	uint64_t words;                 /* of all memories */
};

/* What the model says of a cycle. */
struct memory_claims {
	struct memory_swept {
		struct memory_place at;         /* this word, as the cycle begins, ... */
		bool known;                     /* ... means something ... */
		uint32_t word[FLIT_WORDS];      /* ... and is this */
	} swept;
	unsigned n;                     /* in the cycle so many words are written: unit by unit, and port by port */
	struct memory_write {
		struct memory_place at;
		uint32_t word[FLIT_WORDS];
	} write[MEMORY_UNITS * SWITCH_PORTS];
};

void memory_check_init(struct memory_check *m, const struct probe *p);

/* At the beginning of a cycle: one word of all, in turn. What is written is looked at in any case. */
void memory_claim_swept(struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_swept *s);
/* After the model was stepped over the cycle. */
void memory_claim_writes(const struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_claims *c);

/* Before the RTL's clock edge: false if one of them writes, in that cycle, where the other does not. */
bool memory_check_ports(const struct memory_check *m, const struct memory_claims *c, struct memory_place *at);

/* Each returns false at the first word that differs, and says which. before: claims of the cycle before the one that begins. */
bool memory_check_written(const struct memory_claims *before, struct memory_place *at);
bool memory_check_swept(const struct memory_swept *s, struct memory_place *at);
bool memory_check_all(const struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_place *at);

/* What the model holds there; false: nothing that means anything. */
bool memory_model(const struct sluice_switch *w, uint64_t cycle, struct memory_place at, uint32_t *words);

#endif
