#pragma once

#include "workload.h"
#include "workload_draws.h"

/*
 * When the packets of a source are wanted. A cycle is the time in which a link carries a flit. Bernoulli: one trial a cycle. Fixed: an interval. All others:
 * bursts, in which packets follow each other at link rate, and silences between them. A burst is a number of packets or, with on-off, of flits.
 */
struct arrivals {
	enum workload_arrivals process;
	struct geometric_table between;         /* Bernoulli: cycles without a packet */
	struct geometric gap, burst;            /* silences; packets of a burst after its first */
	struct pareto pareto_gap, pareto_burst;
	uint32_t burst_flits;                   /* on-off */
	uint64_t interval;                      /* fixed: cycles, in units of 2^-FRACTION; one that is longer than any run is cut ... */
	double within;                          /* ... but not for the first packet, which comes within so many cycles */
};

enum { FRACTION = 20 };

/* Of a service level. Load: 0 < load <= 1. */
struct arrivals arrivals_of(const struct workload_config *, double load, unsigned sl);

/* The same of packets that come in such intervals. Bernoulli, fixed. */
struct arrivals arrivals_at(enum workload_arrivals, double interval);

/* State of one source. */
struct arrivals_source {
	uint64_t next;                          /* no packet before this cycle */
	uint64_t burst_left;                    /* packets; on-off: flits; fixed: what the packet after is later than `next`, below a cycle */
};

/* A source begins in this cycle, which with a fixed interval is a random one in the first interval. */
void arrivals_begin(const struct arrivals *, struct arrivals_source *, struct rng *, uint64_t cycle);

/* arrivals_next() at the end of a burst: draws a silence, and the length of the next burst. */
uint64_t arrivals_burst(const struct arrivals *, struct arrivals_source *, struct rng *);

/* Returns the cycle of the next packet; *first: it begins a burst (with Bernoulli and fixed arrivals, every packet does). */
static inline uint64_t arrivals_next(const struct arrivals *a, struct arrivals_source *s, struct rng *r, bool *first)
{
	*first = !s->burst_left || a->process == ARRIVALS_FIXED;
	if (a->process == ARRIVALS_FIXED)
		return s->next;
	if (a->process == ARRIVALS_BERNOULLI)
		return s->next + geometric_table_draw(&a->between, r);
	if (!s->burst_left)
		return arrivals_burst(a, s, r);
	s->burst_left -= a->process != ARRIVALS_ON_OFF;
	return s->next;
}

/* Flits of a packet that would have so many: the last one of an on-off burst is cut. */
static inline uint32_t arrivals_cut(const struct arrivals *a, const struct arrivals_source *s, uint32_t flits)
{
	return a->process == ARRIVALS_ON_OFF && s->burst_left < flits ? (uint32_t)s->burst_left : flits;
}

/* The packet that arrivals_next() set for `cycle` has so many flits. */
static inline void arrivals_took(const struct arrivals *a, struct arrivals_source *s, uint64_t cycle, unsigned flits)
{
	if (a->process == ARRIVALS_FIXED) {
		const uint64_t parts = s->burst_left + a->interval;

		s->next = cycle + (parts >> FRACTION);
		s->burst_left = parts & ((UINT64_C(1) << FRACTION) - 1);
		return;
	}
	s->next = cycle + (a->process == ARRIVALS_BERNOULLI ? 1 : flits);
	s->burst_left -= a->process == ARRIVALS_ON_OFF ? flits : 0;
}
