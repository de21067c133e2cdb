#pragma once

#include "arena.h"
#include "bits.h"
#include "lanes.h"
#include "shape.h"

#include <stdbool.h>

/* A congested point: the turns to it, next one lowest; bits above `len` turns are 0. out_line (input side only): its line at the output. */
struct congested_point {
	uint64_t turns;
	uint8_t len, out_line;
	uint8_t above;          /* 64 - bits of its turns */
};

static inline struct congested_point congested_point_make(const struct shape *s, uint64_t turns, unsigned len, unsigned out_line)
{
	const unsigned bits = len * s->turn_w;  /* with routing tables, `turns` is an output port of pool_w bits, whatever len */

	return (struct congested_point){ turns, (uint8_t)len, (uint8_t)out_line, (uint8_t)(64 - (bits < s->pool_w ? bits : s->pool_w)) };
}

/* Does a packet with these `left` turns to take cross the congested point? Branch-free, since the answer is unpredictable. For a line
 * that was never used the answer is unspecified. */
static inline bool congested_point_matches(const struct congested_point *l, uint64_t turns, unsigned left)
{
	return (left >= l->len) & ((turns ^ l->turns) << l->above == 0);
}

enum { NO_LINE = 255, LINES = 32 };

/* By input, a word of hdr_mem: turns, in halves, and how many are left. With routing tables, `turns` holds an output port. */
struct headers {
	_Alignas(SWITCH_PORTS) uint32_t turns[SWITCH_PORTS], upper_turns[SWITCH_PORTS];
	_Alignas(SWITCH_PORTS) uint8_t left[SWITCH_PORTS];
};

/* Store the turns of a header, of which `left` are left, for an input. */
static inline void headers_put(struct headers *h, unsigned port, uint64_t turns, unsigned left)
{
	h->turns[port] = (uint32_t)turns;
	h->upper_turns[port] = (uint32_t)(turns >> 32);
	h->left[port] = (uint8_t)left;
}

/*
 * Congested points of all input ports, by line and by input: of each, the turns, and a mask of the bits that count. Both are in two halves, since the
 * lower half nearly always suffices.
 */
struct points {
	uint32_t (*turns)[SWITCH_PORTS], (*mask)[SWITCH_PORTS], (*upper_turns)[SWITCH_PORTS], (*upper_mask)[SWITCH_PORTS];
	uint64_t valid[LINES], far[LINES];      /* by line: inputs where len is not 0; where upper_mask is not 0 */
	uint8_t (*len)[SWITCH_PORTS], (*out_line)[SWITCH_PORTS];
};

static inline void points_place(struct points *u, const struct shape *s, struct arena *a)
{
	u->turns = arena_take(a, HOT, s->saqs, sizeof *u->turns);
	u->len = arena_take(a, HOT, s->saqs, sizeof *u->len);
	u->out_line = arena_take(a, HOT, s->saqs, sizeof *u->out_line);
	u->mask = arena_take(a, HOT, s->saqs, sizeof *u->mask);
	u->upper_turns = arena_take(a, HOT, s->saqs, sizeof *u->upper_turns);
	u->upper_mask = arena_take(a, HOT, s->saqs, sizeof *u->upper_mask);
}

static inline uint64_t points_turns(const struct points *u, unsigned port, unsigned l)
{
	return u->turns[l][port] | (uint64_t)u->upper_turns[l][port] << 32;
}

/* Is that of line l exactly this congested point? */
static inline bool points_is(const struct points *u, unsigned port, unsigned l, const struct congested_point *point)
{
	return u->len[l][port] == point->len && points_turns(u, port, l) == point->turns;
}

/* Set the congested point of line l; the line of the output that lets it go; or that it is none. */
static inline void points_write(struct points *u, unsigned port, unsigned l, struct congested_point point)
{
	const uint64_t mask = UINT64_MAX >> point.above;

	u->turns[l][port] = (uint32_t)point.turns;
	u->upper_turns[l][port] = (uint32_t)(point.turns >> 32);
	u->len[l][port] = point.len;
	u->out_line[l][port] = point.out_line;
	u->mask[l][port] = (uint32_t)mask;
	u->upper_mask[l][port] = (uint32_t)(mask >> 32);
	u->valid[l] |= bit(port);
	u->far[l] = (u->far[l] & ~bit(port)) | (uint64_t)(mask >> 32 != 0) << port;
}

static inline void points_link(struct points *u, unsigned port, unsigned l, unsigned out_line)
{
	u->out_line[l][port] = (uint8_t)out_line;
}

static inline void points_end(struct points *u, unsigned port, unsigned l)
{
	u->len[l][port] = 0;
	u->valid[l] &= ~bit(port);
}

/* Inputs of `among` where the packet with this header crosses the congested point of line l. */
static inline uint64_t points_match(const struct points *u, unsigned l, uint64_t among, const struct headers *h)
{
	uint64_t matches = lanes_agree(among, h->turns, u->turns[l], u->mask[l]) & ~lanes_less(lanes_load(h->left), lanes_load(u->len[l]));

	EACH_IN(i, matches & u->far[l])
		matches &= ~((uint64_t)(((h->upper_turns[i] ^ u->upper_turns[l][i]) & u->upper_mask[l][i]) != 0) << i);
	return matches;
}

/* The same for one packet: with these turns, of which `left` are left. Branch-free, since the answer is unpredictable. */
static inline bool points_crossed(const struct points *u, unsigned port, unsigned l, uint64_t turns, unsigned left)
{
	const uint64_t mask = u->mask[l][port] | (uint64_t)u->upper_mask[l][port] << 32;

	return (left >= u->len[l][port]) & (((turns ^ points_turns(u, port, l)) & mask) == 0);
}
