#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Collective operations as steps. In a step a rank sends its messages, side by side. When they have left its node, and those have come that others send it
 * in the same step, its next step begins.
 */
enum job_kind {
#define CALL(id, text) CALL_##id,
#include "job_calls.def"
	CALLS
};

enum job_way {
#define WAY(id, text) WAY_##id,
#include "job_calls.def"
	WAYS
};

extern const char *const job_call_names[CALLS];
extern const char *const job_way_names[WAYS];

/* The way of a call that a word names; WAYS: it has none of that name. And that of a call for which none is named. */
enum job_way job_way_named(enum job_kind, const char *name);
enum job_way job_first_way(enum job_kind);

/* A value more into a hash. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);   /* 2^64 divided by the golden ratio */
	return hash ^ hash >> 32;
}

enum { JOB_DIMS = 4, JOB_PEERS = 2 * JOB_DIMS };

struct job_call {
	enum job_kind kind;
	enum job_way way;
	uint64_t amount;                /* compute: cycles; otherwise bytes */
	uint32_t root;                  /* of the first round ... */
	bool rotates;                   /* ... and it is the next rank in each round */
	unsigned dims;                  /* neighbours: of a grid whose ends meet ... */
	uint32_t dim[JOB_DIMS];         /* ... with so many ranks; the last one is that of consecutive ranks */
};

/* What a rank does in a step. */
struct job_step {
	uint32_t rank, ranks;
	uint32_t sends, receives;       /* messages */
	uint64_t bytes;                 /* of each message that it sends */
	bool to_all, from_all;          /* to, or from, all other ranks */
	uint32_t to[JOB_PEERS], from[JOB_PEERS];
};

unsigned job_steps(const struct job_call *, uint32_t ranks);
void job_step(const struct job_call *, uint32_t ranks, uint32_t round, unsigned step, uint32_t rank, struct job_step *);

/* The rank that message k goes to, or comes from. */
static inline uint32_t job_step_to(const struct job_step *s, uint32_t k)
{
	return s->to_all ? (uint32_t)(((uint64_t)s->rank + 1 + k) % s->ranks) : s->to[k];
}

static inline uint32_t job_step_from(const struct job_step *s, uint32_t k)
{
	return s->from_all ? (uint32_t)(((uint64_t)s->rank + 1 + k) % s->ranks) : s->from[k];
}
