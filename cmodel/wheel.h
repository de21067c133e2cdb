#pragma once

#include "units/arena.h"
#include "units/bits.h"

#include <assert.h>

/*
 * Timing wheel of the ends of packets being read. In the cycle of an event its inputs read their last
 * flit, and its outputs cease to be busy. The wheel covers the longest packet, at most 64 cycles.
 * Invariant: no event lies in the past. The event of the present cycle is taken before one is filed.
 */
struct wheel {
	unsigned n;             /* power of two >= packet_flits */
	uint64_t occupied;      /* cycles modulo n that have an event */
	struct ends { uint64_t inputs, outputs; } *at;
};

static inline void wheel_place(struct wheel *w, struct arena *a, unsigned packet_flits)
{
	w->n = 1;
	while (w->n < packet_flits)
		w->n *= 2;
	w->at = arena_take(a, HOT, w->n, sizeof *w->at);
}

/* File the end of a packet of up to n flits that is granted in `cycle`; take all ends of a cycle. */
static inline void wheel_file(struct wheel *w, uint64_t cycle, unsigned flits, uint64_t inputs, uint64_t outputs)
{
	const unsigned k = (unsigned)(cycle + flits) & (w->n - 1);

	w->at[k].inputs |= inputs;
	w->at[k].outputs |= outputs;
	w->occupied |= bit(k);
}

static inline struct ends wheel_take(struct wheel *w, uint64_t cycle)
{
	const unsigned k = (unsigned)cycle & (w->n - 1);
	const struct ends e = w->at[k];

	w->at[k] = (struct ends){ 0, 0 };
	w->occupied &= ~bit(k);
	return e;
}

/* Of a cycle: ports of packets whose credit goes in it (slot_credit.h). */
static inline struct ends wheel_credits(struct ends e)
{
	return e;
}

/* Cycle of the first event after `cycle`, UINT64_MAX if there is none. */
static inline uint64_t wheel_next(const struct wheel *w, uint64_t cycle)
{
	const unsigned k = (unsigned)(cycle + 1) & (w->n - 1);

	if (!w->occupied)
		return UINT64_MAX;
	const uint64_t ahead = w->occupied >> k;

	return cycle + 1 + (ahead ? lowest(ahead) : lowest(w->occupied) + w->n - k);
}
