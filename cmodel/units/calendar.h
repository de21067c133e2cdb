#pragma once

#include "arena.h"
#include "bits.h"
#include "transit.h"

#include <assert.h>
#include <stdbool.h>

/*
 * Ends of cells that are being read, and of packets, in ports of two kinds, by cycle: a wheel (../wheel.h) that covers more than 64 cycles. Those of a
 * packet are filed all at once when it is granted, so that a cycle has sets to look at and nothing to compute.
 * Invariant: no event lies in the past. The events of the present cycle are taken before one is filed.
 */
enum { CALENDAR_KINDS = 2 };

struct calendar {
	unsigned n;             /* power of two, a multiple of 64 */
	uint64_t *occupied;     /* by cycle modulo n */
	struct cell_ends { uint64_t cells[CALENDAR_KINDS], packets[CALENDAR_KINDS]; } *at;
};

static inline void calendar_place(struct calendar *u, const struct shape *s, struct arena *a)
{
	const unsigned ahead = (s->packet_flits * s->speed_n + s->speed_d - 1) / s->speed_d + 4;        /* from a grant to the end of the packet, at most */

	u->n = 64;
	while (u->n <= ahead)
		u->n *= 2;
	u->occupied = arena_take(a, HOT, u->n / 64, sizeof *u->occupied);
	u->at = arena_take(a, HOT, u->n, sizeof *u->at);
}

/* A cell ends, which may be the last one of its packet. */
static inline void calendar_file(struct calendar *u, uint64_t now, uint64_t cycle, unsigned kind, unsigned port, bool last)
{
	const unsigned k = (unsigned)cycle & (u->n - 1);

	assert(cycle > now && cycle - now < u->n);
	(void)now;
	u->at[k].cells[kind] |= bit(port);
	u->at[k].packets[kind] |= (uint64_t)last << port;
	u->occupied[k / 64] |= bit(k % 64);
}

/* A packet is granted, which will be read by this schedule. */
STAGE void calendar_file_packet(struct calendar *u, const struct shape *s, uint64_t now, unsigned kind, unsigned port, const struct transit *rd)
{
	for (unsigned end = s->cell_flits; end < rd->flits; end += s->cell_flits)
		calendar_file(u, now, transit_at(s, rd, end - 1), kind, port, false);
	calendar_file(u, now, transit_last(s, rd), kind, port, true);
}

static inline struct cell_ends calendar_take(struct calendar *u, uint64_t cycle)
{
	const unsigned k = (unsigned)cycle & (u->n - 1);
	const struct cell_ends e = u->at[k];

	u->at[k] = (struct cell_ends){ { 0, 0 }, { 0, 0 } };
	u->occupied[k / 64] &= ~bit(k % 64);
	return e;
}

/* Cycle of the first event after `cycle`, UINT64_MAX if there is none. */
static inline uint64_t calendar_next(const struct calendar *u, uint64_t cycle)
{
	const unsigned words = u->n / 64, k = (unsigned)(cycle + 1) & (u->n - 1);
	uint64_t word = u->occupied[k / 64] & ~ones(k % 64);

	for (unsigned i = 0; i <= words; i++) {
		const unsigned at = (k / 64 + i) % words;

		if (word)
			return cycle + 1 + ((at * 64 + lowest(word) - k) & (u->n - 1));
		word = u->occupied[(at + 1) % words];
	}
	return UINT64_MAX;
}
