#ifndef SORTED_LINES_H
#define SORTED_LINES_H

#include "cam_in.h"
#include "smu.h"

/* A line: its congested point with the line of the output's CAM that lets it go; and that it waits until `wait` packets have left queue `behind`. */
struct sorted_line {
	struct congested_point point;   /* len 0: not valid */
	uint16_t wait;
	uint8_t behind;
};

/*
 * Lines of all input ports that sort packets as they arrive: what is the same whether a line knows its packets by turns (cam_sort.h) or by
 * destinations (dcam_sort.h).
 * Invariants: a line is in busy exactly if its queue holds packets, it is stopped, it stops its upstream, or it waits. busy, what follows from it,
 * and what is called "as the cycle began" change only at the end of a step, so every stage sees those that the cycle began with. A line waits for
 * no more packets than there are in the queue that it waits for.
 */
struct sorted_lines {
	unsigned radix, saqs;           /* of a switch; of an input */
	unsigned xoff_over;             /* a line whose queue has more packets wants to send an Xoff; UINT_MAX: packets that enter cause them */
	uint64_t full;                  /* inputs where no line can be taken */
	uint32_t busy[SWITCH_PORTS];    /* by input: lines that are not free */
	uint32_t shut[SWITCH_PORTS];    /* by input: lines that cannot be taken */
	/* By input: lines with packets; xoff_q; sent_xoff_q; wait_q is not 0. */
	uint32_t filled[SWITCH_PORTS], xoff[SWITCH_PORTS], sent[SWITCH_PORTS], waiting[SWITCH_PORTS];
	uint32_t waited[SWITCH_PORTS];  /* by input: `waiting` as the cycle began */
	uint32_t wants[SWITCH_PORTS];   /* lines that want to send a message upstream */
	uint64_t speaking;              /* inputs with any of these */
	uint64_t stopped;               /* inputs with a line in xoff */
	uint32_t alone[SWITCH_PORTS];   /* by input: lines of length 1 */
	uint64_t changed;               /* inputs where a line in busy, or what holds a queue, may have changed in this step */
	uint64_t notified;              /* inputs: notify_q */
	struct congested_point notification[SWITCH_PORTS];      /* by input: the congested point of the notification */
	uint32_t *leading;              /* by input, by output of its switch: valid lines that lead there */
	struct sorted_line *line;       /* by input, by line */
};

void sorted_lines_place(struct sorted_lines *u, const struct shape *s, unsigned radix, struct arena *a);

static inline struct sorted_line *sorted_line(const struct sorted_lines *u, unsigned port, unsigned l)
{
	return u->line + (size_t)port * u->saqs + l;
}

/* Valid lines that lead to an output. */
static inline uint32_t *sorted_lines_leading(const struct sorted_lines *u, unsigned port, unsigned out)
{
	return u->leading + (size_t)port * u->radix + out % u->radix;
}

/* Does a line name this output alone? */
static inline bool sorted_lines_own(const struct sorted_lines *u, unsigned port, unsigned out)
{
	return (*sorted_lines_leading(u, port, out) & u->alone[port]) != 0;
}

/* Queue of a line; of NO_LINE, the cold one. */
static inline unsigned sorted_queue_of(unsigned l)
{
	return l == NO_LINE ? 0 : l + 1;
}

/* Returns the lowest line that can be taken, or NO_LINE. */
static inline unsigned sorted_lines_alloc(const struct sorted_lines *u, unsigned port)
{
	const uint64_t open = ones(u->saqs) & ~(uint64_t)u->shut[port];

	return open ? lowest(open) : NO_LINE;
}

/* The queue of line l has `count` packets now. */
static inline void sorted_lines_count(struct sorted_lines *u, const struct shape *s, unsigned port, unsigned l, unsigned count)
{
	const uint32_t line = UINT32_C(1) << l;
	const bool wants = u->sent[port] & line ? count < s->xon_threshold : count > u->xoff_over;

	u->filled[port] = (u->filled[port] & ~line) | (uint32_t)(count != 0) << l;
	u->wants[port] = (u->wants[port] & ~line) | (uint32_t)wants << l;
	u->speaking = (u->speaking & ~bit(port)) | (uint64_t)(u->wants[port] != 0) << port;
	u->changed |= (uint64_t)(count <= 1) << port;
}

/* A packet leaves a queue: lines that wait for it have one less to wait for. */
static inline void sorted_lines_leave(struct sorted_lines *u, unsigned port, unsigned q)
{
	unsigned l;

	EACH(l, u->waiting[port]) {
		struct sorted_line *at = sorted_line(u, port, l);

		if (at->behind != q || --at->wait)
			continue;
		u->waiting[port] &= ~(UINT32_C(1) << l);
		u->changed |= bit(port);
	}
}

/* An output notifies the input of a congested point. The notification acts in the next cycle. */
static inline void sorted_lines_notify_next(struct sorted_lines *u, unsigned port, struct congested_point point)
{
	assert(!(u->notified >> port & 1));
	u->notified |= bit(port);
	u->notification[port] = point;
}

/* Clear notify_q: all notifications of the cycle have acted. */
static inline void sorted_lines_notified(struct sorted_lines *u)
{
	u->notified = 0;
}

/* Line l, whose queue has `count` packets, sends an Xoff or an Xon. */
static inline void sorted_lines_sent(struct sorted_lines *u, const struct shape *s, unsigned port, unsigned l, bool xoff, unsigned count)
{
	u->sent[port] = (u->sent[port] & ~(UINT32_C(1) << l)) | (uint32_t)xoff << l;
	u->changed |= bit(port);
	sorted_lines_count(u, s, port, l, count);
}

/* Set xoff_q of line l. */
static inline void sorted_lines_stop(struct sorted_lines *u, unsigned port, unsigned l)
{
	u->xoff[port] |= UINT32_C(1) << l;
	u->stopped |= bit(port);
	u->changed |= bit(port);
}

/* What a line waits for that gets the packets of queue `parent` from now on: those in it, or what that waits for. Call after all packets of the
 * cycle have left and entered. */
struct sorted_wait {
	uint16_t packets;               /* 0: for nothing */
	uint8_t behind;
};

struct sorted_wait sorted_lines_new_wait(const struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned parent);

/* Set what line l waits for. */
static inline void sorted_lines_wait(struct sorted_lines *u, unsigned port, unsigned l, struct sorted_wait wait)
{
	sorted_line(u, port, l)->wait = wait.packets;
	sorted_line(u, port, l)->behind = wait.behind;
	u->waiting[port] = (u->waiting[port] & ~(UINT32_C(1) << l)) | (uint32_t)(wait.packets != 0) << l;
	u->changed |= bit(port);
}

/* Take line l, which can be taken, for a congested point that leads to `out`. It waits for the packets in queue `parent`, or for what that waits
 * for. Call after all packets of the cycle have left and entered. */
void sorted_lines_take(struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned l, struct congested_point point, unsigned out,
		       unsigned parent);

/* Take line l for `out`, where congestion is detected; turn: from the input to there. */
static inline void sorted_lines_detect(struct sorted_lines *u, const struct shape *s, const struct smu *smu, unsigned port, unsigned l, unsigned turn,
				       unsigned out)
{
	sorted_lines_take(u, smu, port, l, congested_point_make(s, turn, 1, sorted_line(u, port, l)->point.out_line), out, 0);
}

/* Xon for `line` of the output `out`: lines of the input that are linked to it are no longer stopped. */
void sorted_lines_xon(struct sorted_lines *u, unsigned port, unsigned out, unsigned line);

/* Queues of an input that may not be served, by its lines. */
static inline uint64_t sorted_lines_held(const struct sorted_lines *u, unsigned port)
{
	uint64_t ahead = 0;
	unsigned l;

	EACH(l, u->xoff[port] & u->waiting[port])
		ahead |= bit(sorted_line(u, port, l)->behind);
	return (uint64_t)(u->xoff[port] | u->waiting[port]) << 1 | (ahead & ~bit(0) & ~((uint64_t)u->alone[port] << 1));
}

/* Take the inputs for which sorted_lines_update() and sorted_lines_held() may give something else than in the step before. */
static inline uint64_t sorted_lines_changed(struct sorted_lines *u)
{
	const uint64_t changed = u->changed;

	u->changed = 0;
	return changed;
}

/* Update busy of an input, at the end of a step. Returns how many lines more are in it than before, modulo 2**32. */
static inline unsigned sorted_lines_update(struct sorted_lines *u, unsigned port)
{
	const uint32_t busy = u->filled[port] | u->xoff[port] | u->sent[port] | u->waiting[port];
	const unsigned more = count_members(busy) - count_members(u->busy[port]);

	u->busy[port] = busy;
	u->waited[port] = u->waiting[port];
	return more;
}

/* Set the lines that cannot be taken from the next step on. */
static inline void sorted_lines_shut(struct sorted_lines *u, unsigned port, uint32_t lines)
{
	u->shut[port] = lines;
	u->full = (u->full & ~bit(port)) | (uint64_t)(lines == ones(u->saqs)) << port;
}

/* The invariant of what lines wait for; at the end of a step. */
bool sorted_lines_waits_hold(const struct sorted_lines *u, const struct smu *smu, unsigned port);

#endif
