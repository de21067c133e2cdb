#pragma once

#include "unit.h"

/*
 * Thresholds of throttling, tuned by what the network delivers: once in a tuning period the threshold climbs, or falls back to where the most was
 * delivered.
 * RTL twin: rtl_gen/units/tuner.v. Paper: 4.1, 4.2.
 */
struct tuner {
	struct tuner_router {
		uint32_t gathers, period;       /* gathers of this period so far; flits delivered in them */
		uint32_t before;                /* flits of the last period */
		uint32_t best, best_at, best_full;      /* most flits of a period; threshold in it, full buffers at its end */
		uint32_t low;                   /* periods in a row that fell below it */
		uint32_t threshold;
	} *router;
};

extern const struct unit_model tuner_unit;

/* Totals are known: of full buffers, and of flits delivered in a gather. throttles: whether sources are throttled in this cycle; with
 * metapackets, by the total. */
void tuner_take(struct tuner *u, const struct shape *s, unsigned router, uint32_t full, uint32_t flow, bool throttles);
