#pragma once

#include "pace.h"

/*
 * A packet on its way, flit by flit, into a memory or out of it: flit k, from 0 on, in cycle max(from + k, link + pace_flit(k)). So a packet that is read
 * while it still arrives needs no step per flit. flits = 0: none.
 */
struct transit {
	uint64_t from, link;
	uint16_t flits, vc;
	uint8_t tokens;         /* of the link in cycle `link` */
};

static inline uint64_t transit_at(const struct shape *s, const struct transit *t, unsigned k)
{
	const uint64_t a = t->from + k, b = t->link + pace_flit(s, t->tokens, k);

	return a > b ? a : b;
}

static inline uint64_t transit_last(const struct shape *s, const struct transit *t)
{
	return transit_at(s, t, t->flits - 1u);
}

/* Flits that went before `cycle`. */
static inline unsigned transit_before(const struct shape *s, const struct transit *t, uint64_t cycle)
{
	const uint64_t a = cycle > t->from ? cycle - t->from : 0;
	const uint64_t b = cycle > t->link ? ((cycle - t->link) * s->speed_d + t->tokens) / s->speed_n : 0;
	const uint64_t least = a < b ? a : b;

	return least < t->flits ? (unsigned)least : t->flits;
}

/* Does a flit go in `cycle`? */
static inline bool transit_goes(const struct shape *s, const struct transit *t, uint64_t cycle)
{
	return transit_before(s, t, cycle) != transit_before(s, t, cycle + 1);
}
