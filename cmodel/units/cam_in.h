#ifndef CAM_IN_H
#define CAM_IN_H

#include "arena.h"
#include "bits.h"
#include "image.h"

#include <assert.h>
#include <limits.h>

/* A congested point: route to it, next turn lowest, bits from len turns on 0. link: input side only. */
struct line {
	uint64_t turns;
	uint8_t len, link;
	uint8_t above;          /* bits above those of its turns */
};

static inline struct line line_make(const struct shape *s, uint64_t turns, unsigned len, unsigned link)
{
	return (struct line){ turns, (uint8_t)len, (uint8_t)link, (uint8_t)(64 - len * s->turn_w) };
}

/* Is the point on the way of a packet (or a congested point) with `left` turns to take? No branch: nobody could foretell it. A line
 * never used may match or not. */
static inline bool line_matches(const struct line *l, uint64_t turns, unsigned left)
{
	return (left >= l->len) & ((turns ^ l->turns) << l->above == 0);
}

enum { NO_LINE = 255 };

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
	uint64_t changed;               /* inputs whose live has to be brought up to date */
	uint32_t live[SWITCH_PORTS], xoff[SWITCH_PORTS], sent[SWITCH_PORTS];    /* by input: lines in use; xoff_q; sent_xoff_q */
	uint32_t dirty[SWITCH_PORTS];   /* by input: lines that may not be taken, even if they are not in use (clip) */
	uint64_t notified;              /* inputs: notify_q ... */
	struct line told[SWITCH_PORTS]; /* ... by input: of this point */
	struct line *line;              /* by input, by line */
};

void cam_in_place(struct cam_in *u, const struct shape *s, struct arena *a);

static inline struct line *cam_in_line(const struct cam_in *u, unsigned port, unsigned l)
{
	return u->line + (size_t)port * u->saqs + l;
}

/* Lowest line that may be taken; there is one. */
static inline unsigned cam_in_alloc(const struct cam_in *u, unsigned port)
{
	assert(!(u->none_free >> port & 1));
	return lowest(~(uint64_t)(u->live[port] | u->dirty[port]));
}

/* The shortest matching line in use with len >= least, NO_LINE if there is none. */
static inline unsigned cam_in_search(const struct cam_in *u, unsigned port, uint64_t turns, unsigned left, unsigned least)
{
	const struct line *line = cam_in_line(u, port, 0);
	unsigned best = UINT_MAX;       /* its length, then its number */
	unsigned l;

	EACH(l, u->live[port]) {        /* no branch but this: which of them match is chance */
		const bool matches = (line[l].len >= least) & line_matches(line + l, turns, left);
		const unsigned key = (unsigned)line[l].len << 8 | l | (matches - 1u);

		best = key < best ? key : best;
	}
	return best & 255;
}

/* Congestion is detected: the line that is born for it. */
unsigned cam_in_detect(struct cam_in *u, const struct shape *s, unsigned port, unsigned turn);

/* An output notifies the input; it acts in the next cycle. */
static inline void cam_in_told(struct cam_in *u, unsigned port, struct line point)
{
	assert(!(u->notified >> port & 1));
	u->notified |= bit(port);
	u->told[port] = point;
}

static inline void cam_in_stop(struct cam_in *u, unsigned port, unsigned l)
{
	u->xoff[port] |= UINT32_C(1) << l;
	u->stopped |= bit(port);
	u->changed |= bit(port);
}

/* The notification acts: the line that it stops, NO_LINE if it is lost. */
unsigned cam_in_notify(struct cam_in *u, unsigned port);

/* Xon of `line` of the output at `turn`: the lines that it lets go. */
uint32_t cam_in_xon(struct cam_in *u, const struct shape *s, unsigned port, unsigned turn, unsigned line);

static inline void cam_in_sent(struct cam_in *u, unsigned port, unsigned l, bool xoff)
{
	if (xoff)
		u->sent[port] |= UINT32_C(1) << l;
	else
		u->sent[port] &= ~(UINT32_C(1) << l);
	u->changed |= bit(port);
}

/* Bring live up to date; held: lines whose queues hold packets. Returns by how much the number of lines in use grew. */
int cam_in_settle(struct cam_in *u, unsigned port, uint32_t held);

/* Flags of all lines of these inputs; notifications; congested points of these lines of an input. */
void cam_in_image(const struct cam_in *u, uint64_t inputs, struct image *m);
void cam_in_image_told(const struct cam_in *u, uint64_t inputs, struct image *m);
void cam_in_image_lines(const struct cam_in *u, const struct shape *s, unsigned port, uint64_t lines, struct image *m);

#endif
