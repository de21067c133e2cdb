#ifndef CAM_IN_H
#define CAM_IN_H

#include "arena.h"
#include "bits.h"
#include "image.h"
#include "lanes.h"

#include <assert.h>

/* A congested point: route to it, next turn lowest, bits from len turns on 0. link: input side only. */
struct line {
	uint64_t turns;
	uint8_t len, link;
	uint8_t above;          /* bits above those of its turns */
};

static inline struct line line_make(const struct shape *s, uint64_t turns, unsigned len, unsigned link)
{
	const unsigned bits = len * s->turn_w;  /* of a route; an output port has no more than one turn, however far the point is */

	return (struct line){ turns, (uint8_t)len, (uint8_t)link, (uint8_t)(64 - (bits < s->pool_w ? bits : s->pool_w)) };
}

/* Is the point on the way of a packet (or a congested point) with `left` turns to take? No branch: nobody could foretell it. A line
 * never used may match or not. */
static inline bool line_matches(const struct line *l, uint64_t turns, unsigned left)
{
	return (left >= l->len) & ((turns ^ l->turns) << l->above == 0);
}

enum { NO_LINE = 255, LINES = 32 };

/*
 * Congested points known to all input ports.
 * Invariant: live = the line's queue holds packets, or it is stopped, or it stops upstream; it is
 * brought up to date at the end of a step only, so within a step it is that of the cycle.
 * RTL twin: rtl_gen/units/cam_in.v. RECN-IQ 2.2.1.
 */
struct cam_in {
	unsigned saqs;
	uint64_t any_live, none_free;   /* inputs: some line is in use, no line may be taken */
	uint64_t stopped;               /* inputs: xoff_q is not zero */
	uint64_t live[LINES], xoff[LINES], sent[LINES];         /* by line: inputs where it is in use; xoff_q; sent_xoff_q */
	uint64_t dirty[LINES];          /* by line: inputs where it may not be taken, even if it is not in use (clip) */
	uint64_t notified;              /* inputs: notify_q ... */
	struct line told[SWITCH_PORTS]; /* ... by input: of this point */
	/* By line, by input: the points. Of their turns, and the ones for the bits of those, the lower half, which is nearly always all that
	 * counts; and the upper one. */
	uint32_t (*turns)[SWITCH_PORTS], (*mask)[SWITCH_PORTS], (*upper_turns)[SWITCH_PORTS], (*upper_mask)[SWITCH_PORTS];
	uint64_t far[LINES];            /* by line: inputs where that is not all zeros */
	uint8_t (*len)[SWITCH_PORTS], (*link)[SWITCH_PORTS];
	uint8_t (*out)[SWITCH_PORTS];   /* of lines of length 1: the output */
	uint64_t beyond[LINES];         /* by line: inputs where it is longer */
};

void cam_in_place(struct cam_in *u, const struct shape *s, struct arena *a);

static inline uint64_t cam_in_turns(const struct cam_in *u, unsigned port, unsigned l)
{
	return u->turns[l][port] | (uint64_t)u->upper_turns[l][port] << 32;
}

/* Is it this point? */
static inline bool cam_in_is(const struct cam_in *u, unsigned port, unsigned l, const struct line *point)
{
	return u->len[l][port] == point->len && cam_in_turns(u, port, l) == point->turns;
}

static inline void cam_in_write(struct cam_in *u, unsigned port, unsigned l, struct line line)
{
	const uint64_t mask = UINT64_MAX >> line.above;

	u->turns[l][port] = (uint32_t)line.turns;
	u->upper_turns[l][port] = (uint32_t)(line.turns >> 32);
	u->len[l][port] = line.len;
	u->beyond[l] = (u->beyond[l] & ~bit(port)) | (uint64_t)(line.len > 1) << port;
	u->link[l][port] = line.link;
	u->mask[l][port] = (uint32_t)mask;
	u->upper_mask[l][port] = (uint32_t)(mask >> 32);
	u->far[l] = (u->far[l] & ~bit(port)) | (uint64_t)(mask >> 32 != 0) << port;
}

/* Inputs of `among` whose line is on the way of the packet there, of which the turns left, in halves, and their number are given. */
static inline uint64_t cam_in_matches(const struct cam_in *u, unsigned l, uint64_t among, const uint32_t *turns, const uint32_t *upper, const uint8_t *left)
{
	uint64_t matches = lanes_agree(among, turns, u->turns[l], u->mask[l]) & ~lanes_less(lanes_load(left), lanes_load(u->len[l]));
	unsigned i;

	EACH(i, matches & u->far[l])
		matches &= ~((uint64_t)(((upper[i] ^ u->upper_turns[l][i]) & u->upper_mask[l][i]) != 0) << i);
	return matches;
}

/* Lowest line that may be taken; there is one. */
static inline unsigned cam_in_alloc(const struct cam_in *u, unsigned lines, unsigned port)
{
	uint64_t taken = 0;

	assert(!(u->none_free >> port & 1));
	EACH_OF(l, lines)
		taken |= ((u->live[l] | u->dirty[l]) >> port & 1) << l;
	return lowest(~taken);
}

/* Congestion of an output is detected, which the input sees at this turn: the line that is born for it. */
static inline unsigned cam_in_detect(struct cam_in *u, const struct shape *s, unsigned lines, unsigned port, unsigned turn, unsigned out)
{
	const unsigned l = cam_in_alloc(u, lines, port);

	cam_in_write(u, port, l, line_make(s, turn, 1, u->link[l][port]));
	u->out[l][port] = (uint8_t)out;
	return l;
}

/* An output notifies the input; it acts in the next cycle. */
static inline void cam_in_told(struct cam_in *u, unsigned port, struct line point)
{
	assert(!(u->notified >> port & 1));
	u->notified |= bit(port);
	u->told[port] = point;
}

static inline void cam_in_stop(struct cam_in *u, unsigned port, unsigned l)
{
	u->xoff[l] |= bit(port);
	u->stopped |= bit(port);
}

/* The notification acts: the line that it stops, NO_LINE if it is lost. */
unsigned cam_in_notify(struct cam_in *u, unsigned port);

/* Xon of `line` of an output, to inputs of its switch, which see it at the turn of `turn`: lines that it stopped are let go. */
void cam_in_xon(struct cam_in *u, const struct shape *s, unsigned port, unsigned turn, unsigned line);

static inline void cam_in_sent(struct cam_in *u, unsigned port, unsigned l, bool xoff)
{
	u->sent[l] = (u->sent[l] & ~bit(port)) | (uint64_t)xoff << port;
}

/* Bring live up to date; held: by line, inputs where its queue holds packets. Returns the inputs in which other lines are in use now. */
static inline uint64_t cam_in_settle(struct cam_in *u, unsigned lines, const uint64_t *held)
{
	uint64_t any = 0, all = UINT64_MAX, changed = 0;

	EACH_OF(l, lines) {
		const uint64_t live = held[l] | u->xoff[l] | u->sent[l];

		changed |= live ^ u->live[l];
		any |= live;
		all &= live | u->dirty[l];
		u->live[l] = live;
	}
	u->any_live = any;
	u->none_free = all;
	return changed;
}

/* Flags of all lines of these inputs; notifications; congested points of these lines of an input. */
void cam_in_image(const struct cam_in *u, uint64_t inputs, struct image *m);
void cam_in_image_told(const struct cam_in *u, uint64_t inputs, struct image *m);
void cam_in_image_lines(const struct cam_in *u, const struct shape *s, unsigned port, uint64_t lines, struct image *m);

#endif
