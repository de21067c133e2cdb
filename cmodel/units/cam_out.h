#ifndef CAM_OUT_H
#define CAM_OUT_H

#include "cam_in.h"
#include "packet.h"

/*
 * Congested points reported to all output ports from downstream, numbered as downstream
 * numbers them; a line exists only while it is stopped. A header that leaves for one of them notifies its input.
 * RTL twin: rtl_gen/units/cam_out.v. RECN-IQ 2.4.
 */
struct cam_out {
	unsigned saqs;
	uint64_t stopped;               /* outputs: valid_q is not zero */
	uint64_t notify;                /* outputs: notify_valid_q */
	uint8_t notify_src[SWITCH_PORTS], notify_line[SWITCH_PORTS];    /* by output */
	uint64_t xon;                   /* outputs: xon_valid_q */
	uint8_t xon_line[SWITCH_PORTS]; /* by output: xon_line_q */
	uint32_t valid[SWITCH_PORTS];   /* by output: valid_q */
	struct line *line;              /* by output, by line */
};

void cam_out_place(struct cam_out *u, const struct shape *s, struct arena *a);

static inline struct line *cam_out_line(const struct cam_out *u, unsigned port, unsigned l)
{
	return u->line + (size_t)port * u->saqs + l;
}

/* A line as an input sees it: the turn from there to the output comes first. */
static inline struct line cam_out_seen(const struct cam_out *u, const struct shape *s, unsigned port, unsigned l, unsigned turn)
{
	const struct line *at = cam_out_line(u, port, l);

	return line_make(s, (at->turns << s->turn_w | turn) & ones(s->pool_w), at->len + 1u, l);
}

static inline void cam_out_stop(struct cam_out *u, unsigned port, unsigned l, struct line point)
{
	*cam_out_line(u, port, l) = point;
	u->valid[port] |= UINT32_C(1) << l;
	u->stopped |= bit(port);
}

/* Xon: the inputs see it in the next cycle. */
static inline void cam_out_let_go(struct cam_out *u, unsigned port, unsigned l)
{
	u->xon |= bit(port);
	u->xon_line[port] = (uint8_t)l;
	u->valid[port] &= ~(UINT32_C(1) << l);
	if (!u->valid[port])
		u->stopped &= ~bit(port);
}

/* A header leaves for the point of a line: the input that it comes from is notified in the next cycle. */
static inline void cam_out_notify(struct cam_out *u, unsigned port, unsigned l, unsigned from)
{
	u->notify |= bit(port);
	u->notify_src[port] = (uint8_t)from;
	u->notify_line[port] = (uint8_t)l;
}

/* The inputs have seen all Xons; all notifications have gone. */
static inline void cam_out_xon_done(struct cam_out *u)
{
	u->xon = 0;
}

static inline void cam_out_notify_done(struct cam_out *u)
{
	u->notify = 0;
}

/* The header of a packet leaves: notification for the cycle after, if it matches a line. */
void cam_out_match(struct cam_out *u, unsigned port, uint64_t turns, unsigned left, unsigned from);

void cam_out_message(struct cam_out *u, const struct shape *s, unsigned port, const struct message *msg);

/* Of these outputs, the notification, but notify_valid_q; that; Xons; lines. */
void cam_out_image(const struct cam_out *u, uint64_t outputs, struct image *m);
void cam_out_image_valid(const struct cam_out *u, uint64_t outputs, struct image *m);
void cam_out_image_xon(const struct cam_out *u, uint64_t outputs, struct image *m);
void cam_out_image_lines(const struct cam_out *u, const struct shape *s, uint64_t outputs, struct image *m);

#endif
