#ifndef CAM_IN_H
#define CAM_IN_H

#include "arena.h"
#include "bits.h"
#include "image.h"
#include "lanes.h"

#include <assert.h>

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

/*
 * CAM, input side, of all input ports: the congested points that they know.
 * Invariant: a line is in live exactly if its queue holds packets, it is stopped, or it stops its upstream.
 * live is updated only at the end of a step, so every stage sees the value that the cycle began with.
 * RTL twin: rtl_gen/units/cam_in.v. RECN-IQ 2.2.1.
 */
struct cam_in {
	unsigned saqs;
	uint64_t any_live, none_free;   /* inputs where a line is in use; where no line may be taken */
	uint64_t stopped;               /* inputs: xoff_q is not zero */
	uint64_t live[LINES], xoff[LINES], sent[LINES];         /* by line: inputs where it is in use; xoff_q; sent_xoff_q */
	uint64_t dirty[LINES];          /* by line: inputs where its list must be cleared before it is taken (clip) */
	uint64_t notified;              /* inputs: notify_q */
	struct congested_point notification[SWITCH_PORTS];      /* by input: the congested point of the notification */
	/* By line, by input: the turns of the congested point, and a mask of the bits that count. Both are in two halves, since the lower
	 * half nearly always suffices. */
	uint32_t (*turns)[SWITCH_PORTS], (*mask)[SWITCH_PORTS], (*upper_turns)[SWITCH_PORTS], (*upper_mask)[SWITCH_PORTS];
	uint64_t far[LINES];            /* by line: inputs where upper_mask is not 0 */
	uint8_t (*len)[SWITCH_PORTS], (*out_line)[SWITCH_PORTS];
	uint8_t (*out)[SWITCH_PORTS];   /* by line, by input: the output, if the length is 1 */
	uint64_t beyond[LINES];         /* by line: inputs where the length is more than 1 */
};

void cam_in_place(struct cam_in *u, const struct shape *s, struct arena *a);

static inline uint64_t cam_in_turns(const struct cam_in *u, unsigned port, unsigned l)
{
	return u->turns[l][port] | (uint64_t)u->upper_turns[l][port] << 32;
}

/* Does the line name exactly this congested point? */
static inline bool cam_in_is(const struct cam_in *u, unsigned port, unsigned l, const struct congested_point *point)
{
	return u->len[l][port] == point->len && cam_in_turns(u, port, l) == point->turns;
}

/* Set the congested point of line l. */
static inline void cam_in_write(struct cam_in *u, unsigned port, unsigned l, struct congested_point point)
{
	const uint64_t mask = UINT64_MAX >> point.above;

	u->turns[l][port] = (uint32_t)point.turns;
	u->upper_turns[l][port] = (uint32_t)(point.turns >> 32);
	u->len[l][port] = point.len;
	u->beyond[l] = (u->beyond[l] & ~bit(port)) | (uint64_t)(point.len > 1) << port;
	u->out_line[l][port] = point.out_line;
	u->mask[l][port] = (uint32_t)mask;
	u->upper_mask[l][port] = (uint32_t)(mask >> 32);
	u->far[l] = (u->far[l] & ~bit(port)) | (uint64_t)(mask >> 32 != 0) << port;
}

/* Set which lines of an input have a list to be cleared before they may be taken. dirty: a bit per line. */
static inline void cam_in_set_dirty(struct cam_in *u, unsigned lines, unsigned port, uint32_t dirty)
{
	EACH_OF(l, lines)
		u->dirty[l] = (u->dirty[l] & ~bit(port)) | (uint64_t)(dirty >> l & 1) << port;
}

/* Inputs of `among` where line l matches the header there. By input: turns, upper: its turns, in halves; left: how many are left. */
static inline uint64_t cam_in_matches(const struct cam_in *u, unsigned l, uint64_t among, const uint32_t *turns, const uint32_t *upper, const uint8_t *left)
{
	uint64_t matches = lanes_agree(among, turns, u->turns[l], u->mask[l]) & ~lanes_less(lanes_load(left), lanes_load(u->len[l]));
	unsigned i;

	EACH(i, matches & u->far[l])
		matches &= ~((uint64_t)(((upper[i] ^ u->upper_turns[l][i]) & u->upper_mask[l][i]) != 0) << i);
	return matches;
}

/* Returns the lowest line that may be taken; there must be one. */
static inline unsigned cam_in_alloc(const struct cam_in *u, unsigned lines, unsigned port)
{
	uint64_t taken = 0;

	assert(!(u->none_free >> port & 1));
	EACH_OF(l, lines)
		taken |= ((u->live[l] | u->dirty[l]) >> port & 1) << l;
	return lowest(~taken);
}

/* Take a line for output `out`, `turn` away from the input, where congestion is detected. Returns the line. RECN-IQ 2.2. */
static inline unsigned cam_in_detect(struct cam_in *u, const struct shape *s, unsigned lines, unsigned port, unsigned turn, unsigned out)
{
	const unsigned l = cam_in_alloc(u, lines, port);

	cam_in_write(u, port, l, congested_point_make(s, turn, 1, u->out_line[l][port]));
	u->out[l][port] = (uint8_t)out;
	return l;
}

/* An output notifies the input of a congested point. The notification acts in the next cycle. */
static inline void cam_in_notify_next(struct cam_in *u, unsigned port, struct congested_point point)
{
	assert(!(u->notified >> port & 1));
	u->notified |= bit(port);
	u->notification[port] = point;
}

/* Clear notify_q: all notifications of the cycle have acted. */
static inline void cam_in_notified(struct cam_in *u)
{
	u->notified = 0;
}

/* Set xoff_q of line l. */
static inline void cam_in_stop(struct cam_in *u, unsigned port, unsigned l)
{
	u->xoff[l] |= bit(port);
	u->stopped |= bit(port);
}

/* Let the notification of an input act. Returns the line that it stops, or NO_LINE if it is lost. */
unsigned cam_in_apply_notification(struct cam_in *u, unsigned port);

/* Xon for `line` of the output that is `turn` away from the input: lines of the input that are linked to it are no longer stopped. */
void cam_in_xon(struct cam_in *u, const struct shape *s, unsigned port, unsigned turn, unsigned line);

/* Line l sends an Xoff or an Xon: set or clear its sent_xoff_q. */
static inline void cam_in_sent(struct cam_in *u, unsigned port, unsigned l, bool xoff)
{
	u->sent[l] = (u->sent[l] & ~bit(port)) | (uint64_t)xoff << port;
}

/* Update live, at the end of a step. held: by line, inputs where its queue holds packets. Returns the inputs where live changed. */
static inline uint64_t cam_in_update_live(struct cam_in *u, unsigned lines, const uint64_t *held)
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

/* Render: flags of all lines of these inputs; notifications of these inputs; congested points of these lines of one input. */
void cam_in_image(const struct cam_in *u, uint64_t inputs, struct image *m);
void cam_in_image_notifications(const struct cam_in *u, uint64_t inputs, struct image *m);
void cam_in_image_lines(const struct cam_in *u, const struct shape *s, unsigned port, uint64_t lines, struct image *m);

#endif
