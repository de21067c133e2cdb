#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * State of a model in memory, as a checkpoint has it (docs/internals/engine.md): the same calls, in the same order, write it and read it. What is read was
 * written by the same program for the same configuration.
 */
struct state {
	bool reading;
	bool failed;                    /* writing: out of memory; reading: there is less, or other, than was expected */
	char *at;                       /* of malloc() */
	size_t size, room;              /* written, or to be read; memory */
	size_t next;                    /* to be read next */
};

void state_free(struct state *);

/* Begin to write anew, in the same memory. */
void state_clear(struct state *);

void state_bytes(struct state *, void *data, size_t bytes);

/* What was read can be so: otherwise reading has failed. And how many things of a size there may still be to be read. */
static inline bool state_require(struct state *s, bool holds)
{
	s->failed |= s->reading && !holds;
	return !s->failed;
}

static inline size_t state_left(const struct state *s, size_t size)
{
	return (s->size - s->next) / size;
}

/* A file may have a byte that is no bool. */
static inline void state_bool(struct state *s, bool *value)
{
	uint8_t byte = *value;

	state_bytes(s, &byte, sizeof byte);
	if (state_require(s, byte <= true))
		*value = byte;
}

/* A lvalue of any type without bools. */
#define STATE(s, value) state_bytes(s, &(value), sizeof(value))

/* Words of which most are 0. Reading does not touch those that are 0 and stay so. kept: the places, ascending, of words that are neither written nor read. */
struct state_kept {
	size_t n;
	uint32_t *place;
};
void state_words(struct state *, uint64_t *word, size_t n, const struct state_kept *kept);

/* The same; what is read is added. */
void state_add_words(struct state *, uint64_t *word, size_t n);
