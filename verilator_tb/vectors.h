#pragma once

#include "lockstep.h"

/*
 * A recorded run of the C model, for a bench that cannot call the model: stimulus and expected values, as one row of
 * 32-bit words. The record is a text, a line a step, all numbers hexadecimal:
 *
 *     step n  index word  index word ...
 *
 * with the n words that differ from the step before. The row holds the input pins, each from a word
 * boundary on; the register image; and for each memory the words of struct vector_memory.
 */
enum vector_step {
	VECTOR_RESET,           /* noise on the pins and a clock edge, with rst */
	VECTOR_CYCLE,           /* compare all, then a clock edge */
	VECTOR_LAST,            /* compare all */
	VECTOR_MEMORY,          /* compare memory words */
	VECTOR_END,
	VECTOR_STEPS
};

enum { VECTORS_RESET_STEPS = 3 };

/* 1 if the read register has a value; 1 if a word is to be compared; which one; its value. */
enum { VECTOR_KNOWN, VECTOR_VALID, VECTOR_ADDRESS, VECTOR_DATA };

struct vector_memory {
	unsigned reg;           /* of the image: the memory's read register */
	unsigned words, width;
	unsigned at;            /* index of its words, by VECTOR_<what> */
	bool written;           /* in the cycle before ... */
	unsigned write_address; /* ... here */
};

struct vectors {
	struct shape shape;
	struct pins pins;               /* inputs, in storage of their own; of outputs the widths only */
	struct image *image;
	unsigned n_memories;
	struct vector_memory *memories;
	unsigned pin_at[PINS], image_at, words;          /* indices into the row; its length */
	uint32_t *row, *before;
	bool begun;                     /* a step was written */
};

/* Returns false if out of memory. Freed in both cases. */
bool vectors_init(struct vectors *v, const struct shape *s);
void vectors_free(struct vectors *v);

/* Record the run of l, which is new, of backend LOCKSTEP_C and of the same shape. Returns false, with
 * l->why, if the model does something wrong by itself. */
bool vectors_record(struct vectors *v, struct lockstep *l, FILE *f);

/* Registers and memory words that are compared. */
uint64_t vectors_bits(const struct vectors *v);
