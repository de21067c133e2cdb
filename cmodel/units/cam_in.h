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
	unsigned saqs, cold;            /* lines; queues of an input before those of its lines */
	uint64_t any_live, none_free;   /* inputs where a line is in use; where no line may be taken */
	/* By line, inputs: where it is in use; xoff_q; sent_xoff_q; where it may not be taken; where its length is 1. */
	uint64_t live[LINES], xoff[LINES], sent[LINES], shut[LINES], alone[LINES];
	uint64_t notified;              /* inputs: notify_q */
	struct congested_point notification[SWITCH_PORTS];      /* by input: the congested point of the notification ... */
	uint32_t destination[SWITCH_PORTS];     /* ... and its destination, where lines know packets by that: notify_destination_q */
	uint8_t (*out)[SWITCH_PORTS];   /* by line, by input: the output that its congested point leads to, if it is valid */
	struct points points;
	struct cam_in_shown { uint64_t notified, live[LINES]; } *shown; /* images only: as the last one shows them */
};

extern const struct unit_model cam_in_unit;

/* Takes its arrays. */
void cam_in_place(struct cam_in *u, const struct shape *s, struct arena *a);

/* Set the congested point of line l, and the output that it leads to. */
static inline void cam_in_write(struct cam_in *u, unsigned port, unsigned l, struct congested_point point, unsigned out)
{
	points_write(&u->points, port, l, point);
	u->out[l][port] = (uint8_t)out;
	u->alone[l] = (u->alone[l] & ~bit(port)) | (uint64_t)(point.len == 1) << port;
}

/* Line l has no congested point any longer. */
static inline void cam_in_end(struct cam_in *u, unsigned port, unsigned l)
{
	points_end(&u->points, port, l);
	u->out[l][port] = 0;
	u->alone[l] &= ~bit(port);
}

/* Of an input, the lines that may not be taken: a bit per line. */
static inline void cam_in_shut(struct cam_in *u, unsigned port, uint32_t lines)
{
	for (unsigned l = 0; l < u->saqs; l++)
		u->shut[l] = (u->shut[l] & ~bit(port)) | (uint64_t)(lines >> l & 1) << port;
	u->none_free = (u->none_free & ~bit(port)) | (uint64_t)(lines == ones(u->saqs)) << port;
}

/* Returns the lowest line that may be taken, or NO_LINE. */
static inline unsigned cam_in_alloc(const struct cam_in *u, unsigned lines, unsigned port)
{
	const uint64_t open = ~rows_with(u->shut, lines, port) & ones(lines);

	return open ? lowest(open) : NO_LINE;
}

/* Take a line, of which there is one, for output `out`, `turn` away from the input, where congestion is detected. Returns the line. RECN-IQ 2.2. */
static inline unsigned cam_in_detect(struct cam_in *u, const struct shape *s, unsigned lines, unsigned port, unsigned turn, unsigned out)
{
	const unsigned l = cam_in_alloc(u, lines, port);

	assert(l != NO_LINE);
	cam_in_write(u, port, l, congested_point_make(s, turn, 1, u->points.out_line[l][port]), out);
	return l;
}

/* An output notifies the input of a congested point. The notification acts in the next cycle. */
static inline void cam_in_notify_next(struct cam_in *u, unsigned port, struct congested_point point, uint32_t destination)
{
	assert(!(u->notified >> port & 1));
	u->notified |= bit(port);
	u->notification[port] = point;
	u->destination[port] = destination;
}

/* Clear notify_q: all notifications of the cycle have acted. */
static inline void cam_in_notified(struct cam_in *u)
{
	u->notified = 0;
}

/* Set xoff_q of line l, until an Xon for this line of its output. */
static inline void cam_in_stop(struct cam_in *u, unsigned port, unsigned l, unsigned out_line)
{
	points_link(&u->points, port, l, out_line);
	u->xoff[l] |= bit(port);
}

/* Let the notification of an input act, of a congested point that leads to `out`. Returns the line that it stops, or NO_LINE if it is lost. */
unsigned cam_in_apply_notification(struct cam_in *u, unsigned port, unsigned out);

/* Xon for `line` of the output `out`: lines of these inputs that are linked to it are no longer stopped. */
void cam_in_xon(struct cam_in *u, uint64_t inputs, unsigned out, unsigned line);

/* Line l sends an Xoff or an Xon: set or clear its sent_xoff_q. */
static inline void cam_in_sent(struct cam_in *u, unsigned port, unsigned l, bool xoff)
{
	u->sent[l] = (u->sent[l] & ~bit(port)) | (uint64_t)xoff << port;
}

/* Update live, at the end of a step. held: by line, inputs where its queue holds packets; waiting: where it waits; NULL: none does. Returns the inputs where
 * live changed. */
static inline uint64_t cam_in_update_live(struct cam_in *u, unsigned lines, const uint64_t *held, const uint64_t *waiting)
{
	uint64_t any = 0, changed = 0;

	EACH_OF(l, lines) {
		const uint64_t live = held[l] | u->xoff[l] | u->sent[l] | (waiting ? waiting[l] : 0);

		changed |= live ^ u->live[l];
		any |= live;
		u->live[l] = live;
	}
	u->any_live = any;
	return changed;
}

/* Lines in use may not be taken from the next step on, all others may. */
static inline void cam_in_shut_live(struct cam_in *u, unsigned lines)
{
	uint64_t all = UINT64_MAX;

	EACH_OF(l, lines) {
		u->shut[l] = u->live[l];
		all &= u->live[l];
	}
	u->none_free = all;
}

/* Images: the lines of an input that the last step may have written. */
static inline uint64_t cam_in_changed(const struct cam_in *u, const struct sight *v, unsigned port)
{
	uint64_t lines = 0;

	if (v->anew || u->shown->notified >> port & 1)
		return ones(u->saqs);
	for (unsigned l = 0; l < u->saqs; l++)
		lines |= ((u->live[l] ^ u->shown->live[l]) >> port & 1) << l;
	return lines;
}

/*
 * Images of all CAMs of inputs: xoff_q, sent_xoff_q, and the notification, which is notify_q, in that row of the unit, and the three that follow it; where
 * lines know destinations, a fourth. Call last: all is shown.
 */
struct rendering;
struct cam_in_rows { unsigned xoff, sent_xoff, notify; };
void cam_in_image(const struct cam_in *u, const struct sight *v, struct rendering r, struct cam_in_rows rows);
