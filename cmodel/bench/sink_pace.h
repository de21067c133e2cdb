#pragma once

#include "../messages.h"
#include "rng.h"

/* What a sink puts on the reverse side band in a cycle. */
struct sink_answer {
	bool credit, message;
	uint16_t queue;                 /* of the credit, or its VC */
	struct message msg;
};

/* The pace at which a sink with back-pressure gives credits: it changes from time to time, and from stop_cycle on it is the fastest. */
struct sink_pace {
	enum { PACE_FAST, PACE_SLOW, PACE_STALL } now;
	uint64_t until;                 /* cycle in which it changes; UINT64_MAX: never */
	unsigned longest, longest_stall;        /* most cycles */
};

static inline uint64_t first_of(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static inline struct sink_pace sink_pace_of(bool back_pressure, unsigned longest, unsigned longest_stall)
{
	return (struct sink_pace){ .until = back_pressure ? 0 : UINT64_MAX, .longest = longest, .longest_stall = longest_stall };
}

static inline void sink_pace_step(struct sink_pace *p, uint64_t cycle, uint64_t stop_cycle, struct rng *r)
{
	if (cycle < p->until)
		return;
	const unsigned draw = rng_below(r, 8);

	if (cycle >= stop_cycle) {
		p->now = PACE_FAST;
		p->until = UINT64_MAX;
		return;
	}
	p->now = draw < 5 ? PACE_FAST : draw < 7 ? PACE_SLOW : PACE_STALL;
	p->until = first_of(cycle + 1 + rng_log_below(r, p->now == PACE_STALL ? p->longest_stall : p->longest), stop_cycle);
}
