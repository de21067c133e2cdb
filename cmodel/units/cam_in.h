#pragma once

#include "image.h"
#include "unit.h"
#include "points.h"

#include <assert.h>

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
	struct points points;
	uint8_t (*out)[SWITCH_PORTS];   /* by line, by input: the output, if the length is 1 */
	uint64_t beyond[LINES];         /* by line: inputs where the length is more than 1 */
	struct cam_in_shown { uint64_t notified, live[LINES]; } *shown; /* images only: as the last one shows them */
};

extern const struct unit_model cam_in_unit;

/* Set the congested point of line l. */
static inline void cam_in_write(struct cam_in *u, unsigned port, unsigned l, struct congested_point point)
{
	points_write(&u->points, port, l, point);
	u->beyond[l] = (u->beyond[l] & ~bit(port)) | (uint64_t)(point.len > 1) << port;
}

/* Set which lines of an input have a list to be cleared before they may be taken. dirty: a bit per line. */
static inline void cam_in_set_dirty(struct cam_in *u, unsigned lines, unsigned port, uint32_t dirty)
{
	EACH_OF(l, lines)
		u->dirty[l] = (u->dirty[l] & ~bit(port)) | (uint64_t)(dirty >> l & 1) << port;
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

	cam_in_write(u, port, l, congested_point_make(s, turn, 1, u->points.out_line[l][port]));
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

/* Images: the lines of an input that the last step may have written; then, that all is shown. */
static inline uint64_t cam_in_changed(const struct cam_in *u, const struct sight *v, unsigned port)
{
	uint64_t lines = 0;

	if (v->anew || u->shown->notified >> port & 1)
		return ones(u->saqs);
	for (unsigned l = 0; l < u->saqs; l++)
		lines |= ((u->live[l] ^ u->shown->live[l]) >> port & 1) << l;
	return lines;
}

static inline void cam_in_show(const struct cam_in *u)
{
	u->shown->notified = u->notified;
	memcpy(u->shown->live, u->live, sizeof u->live);
}

/* Render a notification, or that there is none: notify_q, which is that row of the unit, and the three that follow it, whichever CAM has them. */
struct rendering;
void cam_in_image_notification(struct rendering r, unsigned port, unsigned row, bool notified, const struct congested_point *);

/* Inputs where notify_q and what belongs to it changed. */
static inline uint64_t cam_in_renotified(const struct cam_in *u, const struct sight *v)
{
	return v->ports & (v->anew ? v->ports : u->notified | u->shown->notified);
}
