#pragma once

#include "cam_in.h"
#include "messages.h"

/*
 * CAM, output side, of all output ports: congested points that downstream reported, under downstream's line
 * numbers. A line exists only while it is stopped. A header that leaves for one makes the output notify its input.
 * RTL twin: rtl_gen/units/cam_out.v. RECN-IQ 2.4.
 */
struct cam_out {
	unsigned saqs;
	uint64_t stopped;               /* outputs: stopped_q is not zero */
	uint64_t notify;                /* outputs: notify_valid_q */
	uint8_t notify_src[SWITCH_PORTS], notify_line[SWITCH_PORTS];    /* by output */
	uint64_t xon;                   /* outputs: xon_valid_q */
	uint8_t xon_line[SWITCH_PORTS]; /* by output: xon_line_q */
	uint32_t stopped_lines[SWITCH_PORTS];   /* by output: stopped_q */
	struct congested_point *line;   /* by output, by line */
	uint64_t heard;                 /* images only: outputs that a message came to in the last step, which may have changed lines */
};

extern const struct unit_model cam_out_unit;

static inline struct congested_point *cam_out_line(const struct cam_out *u, unsigned port, unsigned l)
{
	return u->line + (size_t)port * u->saqs + l;
}

/* The congested point of a line as an input names it: `turn`, from the input to this output, comes first. */
static inline struct congested_point cam_out_seen(const struct cam_out *u, const struct shape *s, unsigned port, unsigned l, unsigned turn)
{
	const struct congested_point *at = cam_out_line(u, port, l);

	return congested_point_make(s, (at->turns << s->turn_w | turn) & ones(s->pool_w), at->len + 1u, l);
}

/* Xoff: line l is stopped for this congested point. */
static inline void cam_out_stop(struct cam_out *u, unsigned port, unsigned l, struct congested_point point)
{
	*cam_out_line(u, port, l) = point;
	u->stopped_lines[port] |= UINT32_C(1) << l;
	u->stopped |= bit(port);
}

/* Xon: the inputs see it in the next cycle. */
static inline void cam_out_xon(struct cam_out *u, unsigned port, unsigned l)
{
	u->xon |= bit(port);
	u->xon_line[port] = (uint8_t)l;
	u->stopped_lines[port] &= ~(UINT32_C(1) << l);
	if (!u->stopped_lines[port])
		u->stopped &= ~bit(port);
}

/* A header that came from input `from` leaves for the congested points of these lines: of those shorter than `len`, notify that input of the shortest in the
 * next cycle. False: there is none. */
bool cam_out_notify_shortest(struct cam_out *u, unsigned port, uint32_t lines, unsigned len, unsigned from);

/* Does the output, in the cycle after cam_out_notify_shortest(), notify the input? msg: the message from downstream in this cycle, or NULL. An Xon of the line overtakes. */
static inline bool cam_out_notifies(const struct cam_out *u, unsigned port, const struct message *msg)
{
	const unsigned line = u->notify_line[port];

	return u->stopped_lines[port] >> line & 1 && !(msg && !msg->xoff && msg->line == line);
}

/* Clear all Xons, which the inputs have seen; clear all notifications, which the outputs have sent. */
static inline void cam_out_xon_done(struct cam_out *u)
{
	u->xon = 0;
}

static inline void cam_out_notify_done(struct cam_out *u)
{
	u->notify = 0;
}

/* Match the header of a leaving packet, from input `from`, with the stopped lines. The shortest match is notified in the next cycle. RECN-IQ 2.4. */
void cam_out_match(struct cam_out *u, unsigned port, uint64_t turns, unsigned left, unsigned from);

/* A message arrives from downstream. RECN-IQ 2.4. */
void cam_out_message(struct cam_out *u, const struct shape *s, unsigned port, const struct message *msg);
