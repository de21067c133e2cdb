#pragma once

#include "arena.h"
#include "bits.h"
#include "packet.h"
#include "prefetch.h"
#include "transit.h"

#include <assert.h>

/*
 * Packets in a bank of switches with cells, in one place for all sides: a packet goes from the queue of an input side to that of an output side as it is.
 * A line of the cache each. Invariant: a parcel is in use from the cycle of its header until it leaves a queue of an output side. Number 0: none; it can be
 * written, and is not read.
 */
enum { NO_PARCEL };

struct parcel {
	struct packet packet;           /* without the turns that were taken */
	struct transit in;              /* into the memory where it is */
	uint32_t behind;                /* next in its queue, or in the list of free ones */
	uint16_t need, cell;            /* cells it takes; its first cell, for images */
	uint8_t class, level;           /* of its VC; what lines know it by */
	uint8_t source, turn;           /* input where it came; first turn at the side where it is, 0 where none is left */
};

struct parcels {
	struct parcel *at;
	uint32_t free, fresh, most;
	bool shown;                     /* in an image */
};

static inline void parcels_place_most(struct parcels *u, unsigned most, struct arena *a)
{
	u->most = most;
	u->at = arena_take(a, COLD, most + 1u, sizeof *u->at);
}

static inline void parcels_place(struct parcels *u, const struct shape *s, unsigned ports, struct arena *a)
{
	parcels_place_most(u, 2 * ports * (s->side_cells + 1), a);
}

/* A unit that has them is shown. */
static inline void parcels_show(struct parcels *u)
{
	assert((u->shown || !u->fresh) && "the first image comes before the first packet");
	u->shown = true;
}

static inline uint32_t parcels_take(struct parcels *u)
{
	const uint32_t k = u->free ? u->free : ++u->fresh;

	assert(k <= u->most);
	u->free = u->free ? u->at[k].behind : 0;
	u->at[k].behind = 0;
	return k;
}

static inline void parcels_release(struct parcels *u, uint32_t k)
{
	u->at[k].behind = u->free;
	u->free = k;
}

/* The parcel will be needed soon: where many wait, it is not in the cache. */
static inline void parcels_expect(const struct parcels *u, uint32_t k)
{
	prefetch(u->at + k);
}

/* A header came in, of a packet that is kept as it is, in a slot. */
static inline uint32_t parcels_store(struct parcels *u, const struct packet *p)
{
	const uint32_t k = parcels_take(u);

	u->at[k].packet = *p;
	return k;
}

/* A header came in, and stays as it is; its packet goes into a side as `in` says. */
STAGE uint32_t parcels_keep(struct parcels *u, const struct shape *s, const struct packet *p, struct transit in, unsigned source)
{
	const uint32_t k = parcels_take(u);
	struct parcel *const at = u->at + k;

	at->packet = *p;
	at->in = in;
	at->need = (uint16_t)((p->flits + s->cell_flits - 1) / s->cell_flits);
	at->class = s->by_destination ? (uint8_t)p->sl : (uint8_t)in.vc;
	at->level = s->by_level ? (uint8_t)p->sl : (uint8_t)in.vc;
	at->source = (uint8_t)source;
	return k;
}

/* The same with a turn taken out of the header. */
STAGE uint32_t parcels_enter(struct parcels *u, const struct shape *s, const struct packet *p, struct transit in, unsigned source)
{
	const uint32_t k = parcels_keep(u, s, p, in, source);
	struct parcel *const at = u->at + k;

	packet_take_turn(s, &at->packet);
	at->turn = (uint8_t)(p->turnpool & ~(UINT64_MAX << s->turn_w));
	return k;
}

/* Put another one behind a parcel in its queue; file how a parcel goes into the memory of an output side. */
static inline void parcels_link(struct parcels *u, uint32_t k, uint32_t behind)
{
	u->at[k].behind = behind;
}

STAGE void parcels_pass(struct parcels *u, const struct shape *s, uint32_t k, struct transit in)
{
	struct parcel *const at = u->at + k;

	at->in = in;
	at->turn = 0;
	if (at->packet.turns_left)
		at->turn = (uint8_t)(at->packet.turnpool & ~(UINT64_MAX << s->turn_w));
}

static inline void parcels_put(struct parcels *u, uint32_t k, unsigned cell)
{
	u->at[k].cell = (uint16_t)cell;
}
