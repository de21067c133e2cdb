#ifndef CAM_SORT_H
#define CAM_SORT_H

#include "cam_in.h"
#include "smu.h"

/* A line: its congested point with the line of the output's CAM that lets it go; and that it waits until `wait` packets have left queue `behind`. */
struct sorted_line {
	struct congested_point point;   /* len 0: never taken */
	uint16_t wait;
	uint8_t behind;
};

/*
 * CAM of all input ports that sort packets as they arrive: the congested points that they know.
 * Invariant: a line is in busy exactly if its queue holds packets, it is stopped, it stops its upstream, or it waits. busy and what follows from it
 * change only at the end of a step, so every stage sees those that the cycle began with.
 * RTL twin: rtl_gen/units/cam_sort.v.
 */
struct cam_sort {
	unsigned radix, saqs;           /* of a switch; of an input */
	uint64_t full;                  /* inputs where no line is free */
	uint32_t busy[SWITCH_PORTS];    /* by input: lines that are not free */
	uint32_t filled[SWITCH_PORTS], xoff[SWITCH_PORTS], sent[SWITCH_PORTS], waiting[SWITCH_PORTS];   /* lines with packets; xoff_q; sent_xoff_q; wait_q is not 0 */
	uint32_t wants[SWITCH_PORTS];   /* lines that want to send a message upstream */
	uint64_t speaking;              /* inputs with any of these */
	uint64_t stopped;               /* inputs with a line in xoff */
	uint32_t alone[SWITCH_PORTS];   /* by input: lines of one turn */
	uint64_t changed;               /* inputs where a line in busy, or what holds a queue, may have changed in this step */
	uint64_t notified;              /* inputs: notify_q */
	struct congested_point notification[SWITCH_PORTS];      /* by input: the congested point of the notification */
	uint32_t *leading;              /* by input, by output of its switch: lines that lead there */
	struct sorted_line *line;       /* by input, by line */
};

void cam_sort_place(struct cam_sort *u, const struct shape *s, unsigned radix, struct arena *a);

static inline struct sorted_line *cam_sort_line(const struct cam_sort *u, unsigned port, unsigned l)
{
	return u->line + (size_t)port * u->saqs + l;
}

/* Valid lines that lead to an output. */
static inline uint32_t *cam_sort_leading(const struct cam_sort *u, unsigned port, unsigned out)
{
	return u->leading + (size_t)port * u->radix + out % u->radix;
}

/* Does a line name this output alone? */
static inline bool cam_sort_own(const struct cam_sort *u, unsigned port, unsigned out)
{
	return (*cam_sort_leading(u, port, out) & u->alone[port]) != 0;
}

/* Returns the longest of these lines that a packet with `left` turns to take crosses, or NO_LINE. */
static inline unsigned cam_sort_longest(const struct cam_sort *u, unsigned port, uint32_t lines, uint64_t turns, unsigned left)
{
	unsigned best = NO_LINE, len = 0, l;

	EACH(l, lines) {
		const struct congested_point *at = &cam_sort_line(u, port, l)->point;

		if (at->len > len && congested_point_matches(at, turns, left)) {
			best = l;
			len = at->len;
		}
	}
	return best;
}

/* Queue that a packet enters which arrives with these turns, the first one to `out`. */
static inline unsigned cam_sort_enter(const struct cam_sort *u, unsigned port, unsigned out, uint64_t turns, unsigned left)
{
	const unsigned l = cam_sort_longest(u, port, *cam_sort_leading(u, port, out), turns, left);

	return l == NO_LINE ? 0 : l + 1;
}

/* Returns the lowest line that is free, or NO_LINE. */
static inline unsigned cam_sort_alloc(const struct cam_sort *u, unsigned port)
{
	const uint64_t free = ones(u->saqs) & ~(uint64_t)u->busy[port];

	return free ? lowest(free) : NO_LINE;
}

/* The queue of line l has `count` packets now. */
static inline void cam_sort_count(struct cam_sort *u, const struct shape *s, unsigned port, unsigned l, unsigned count)
{
	const uint32_t line = UINT32_C(1) << l;
	const bool wants = u->sent[port] & line ? count < s->xon_threshold : count > s->xoff_threshold;

	u->filled[port] = (u->filled[port] & ~line) | (uint32_t)(count != 0) << l;
	u->wants[port] = (u->wants[port] & ~line) | (uint32_t)wants << l;
	u->speaking = (u->speaking & ~bit(port)) | (uint64_t)(u->wants[port] != 0) << port;
	u->changed |= (uint64_t)(count <= 1) << port;
}

/* A packet leaves a queue: lines that wait for it have one less to wait for. */
static inline void cam_sort_leave(struct cam_sort *u, unsigned port, unsigned q)
{
	unsigned l;

	EACH(l, u->waiting[port]) {
		struct sorted_line *at = cam_sort_line(u, port, l);

		if (at->behind != q || --at->wait)
			continue;
		u->waiting[port] &= ~(UINT32_C(1) << l);
		u->changed |= bit(port);
	}
}

/* An output notifies the input of a congested point. The notification acts in the next cycle. */
static inline void cam_sort_notify_next(struct cam_sort *u, unsigned port, struct congested_point point)
{
	assert(!(u->notified >> port & 1));
	u->notified |= bit(port);
	u->notification[port] = point;
}

/* Clear notify_q: all notifications of the cycle have acted. */
static inline void cam_sort_notified(struct cam_sort *u)
{
	u->notified = 0;
}

/* Line l, whose queue has `count` packets, sends an Xoff or an Xon. Returns whether it is an Xoff. */
static inline bool cam_sort_send(struct cam_sort *u, const struct shape *s, unsigned port, unsigned l, unsigned count)
{
	u->sent[port] ^= UINT32_C(1) << l;
	u->changed |= bit(port);
	cam_sort_count(u, s, port, l, count);
	return u->sent[port] >> l & 1;
}

/*
 * Take line l, which is free, for a congested point that leads to `out`. It waits for the packets in queue `parent`, or for what that waits for.
 * Call after all packets of the cycle have left and entered.
 */
void cam_sort_take(struct cam_sort *u, const struct smu *smu, unsigned port, unsigned l, struct congested_point point, unsigned out, unsigned parent);

/* Let the notification of an input act, of a congested point that leads to `out`. enter: queue that a packet enters in this cycle, or NO_LINE.
 * Returns the line that it stops, or NO_LINE if it is lost. */
unsigned cam_sort_apply_notification(struct cam_sort *u, const struct smu *smu, unsigned port, unsigned out, unsigned enter);

/* Xon for `line` of the output `out`: lines of the input that are linked to it are no longer stopped. */
void cam_sort_xon(struct cam_sort *u, unsigned port, unsigned out, unsigned line);

/* Queues of an input that may not be served, by its lines. */
static inline uint64_t cam_sort_held(const struct cam_sort *u, unsigned port)
{
	uint64_t held = (uint64_t)(u->xoff[port] | u->waiting[port]) << 1;
	unsigned l;

	EACH(l, u->xoff[port] & u->waiting[port])
		held |= bit(cam_sort_line(u, port, l)->behind);
	return held & ~bit(0);
}

/* Take the inputs for which cam_sort_update() and cam_sort_held() may give something else than in the step before. */
static inline uint64_t cam_sort_changed(struct cam_sort *u)
{
	const uint64_t changed = u->changed;

	u->changed = 0;
	return changed;
}

/* Update busy of an input, at the end of a step. Returns how many lines more are in it than before, modulo 2**32. */
static inline unsigned cam_sort_update(struct cam_sort *u, unsigned port)
{
	const uint32_t busy = u->filled[port] | u->xoff[port] | u->sent[port] | u->waiting[port];
	const unsigned more = count_members(busy) - count_members(u->busy[port]);

	u->busy[port] = busy;
	u->full = (u->full & ~bit(port)) | (uint64_t)(busy == ones(u->saqs)) << port;
	return more;
}

/* Render the registers of these inputs. */
void cam_sort_image(const struct cam_sort *u, const struct smu *smu, const struct shape *s, uint64_t inputs, struct image *m);

#endif
