#pragma once

#include "unit.h"

/*
 * Estimates of the network's full buffers, on the line through its last two totals, and whether sources are throttled: the estimate is above the
 * threshold. An estimate changes in each cycle, and is computed when it is asked for.
 * RTL twin: rtl_gen/units/estimate.v. Paper: 3.2.
 */
struct estimate {
	struct estimate_router {
		int64_t ahead, slope;   /* the estimate then, times the cycles of a gather; the last total less the one before */
		uint32_t last;          /* the last total */
		uint64_t since;         /* first cycle with these */
	} *router;
};

extern const struct unit_model estimate_unit;

/* The estimate in `cycle`, times the cycles of a gather. */
int64_t estimate_ahead(const struct estimate *u, const struct shape *s, unsigned router, uint64_t cycle);

static inline bool estimate_throttles(const struct estimate *u, const struct shape *s, unsigned router, uint64_t cycle, unsigned threshold)
{
	return estimate_ahead(u, s, router, cycle) > (int64_t)threshold * s->gather_cycles;
}

/* In `cycle` the total of a router is known. */
void estimate_take(struct estimate *u, const struct shape *s, unsigned router, uint64_t cycle, uint32_t full);
