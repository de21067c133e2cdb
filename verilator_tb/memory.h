#pragma once

#include "observed.h"
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
	struct memory_place next;       /* next word of those compared in turn; used by the model's side alone */
	uint64_t words;                 /* of all memories */
};

/* What the model expects of a cycle. */
struct memory_expected {
	struct memory_swept {
		struct memory_place at;         /* this word, at the beginning of the cycle, ... */
		bool known;                     /* ... is valid ... */
		uint32_t word[FLIT_WORDS];      /* ... and has this value */
	} swept;
	unsigned n;                     /* words written in the cycle, by unit and port */
	struct memory_write {
		struct memory_place at;
		uint32_t word[FLIT_WORDS];
	} write[MEMORY_UNITS * SWITCH_PORTS];
};

void memory_check_init(struct memory_check *m, const struct probe *p);

/* At the beginning of a cycle: the next of all words in turn, if there are any. Words written are compared in any case. */
void memory_expect_swept(struct memory_check *m, struct observed w, uint64_t cycle, struct memory_swept *s);
/* After the model was stepped over the cycle. */
void memory_expect_writes(const struct memory_check *m, struct observed w, uint64_t cycle, struct memory_expected *c);

/* Before the RTL's clock edge: false if model or RTL writes, in that cycle, where the other does not. */
bool memory_check_ports(const struct memory_check *m, const struct memory_expected *c, struct memory_place *at);

/* Each returns false at the first word that differs, and says which. before: what was expected of the cycle before the one that begins. */
bool memory_check_written(const struct memory_expected *before, struct memory_place *at);
bool memory_check_swept(const struct memory_swept *s, struct memory_place *at);
bool memory_check_all(const struct memory_check *m, struct observed w, uint64_t cycle, struct memory_place *at);

/* Have the RTL hold every word that is valid in the model. */
void memory_write_all(const struct memory_check *m, struct observed w, uint64_t cycle);

/* The word in the model; false: it is not valid. */
bool memory_model(struct observed w, uint64_t cycle, struct memory_place at, uint32_t *words);
