#pragma once

#include "cqu.h"
#include "messages.h"

/*
 * Lines of the sides of all ports of one kind: congested points of one level, of each VC. Sets of lines are by port and VC.
 * Invariant: a line whose queue has packets, that is stopped, stops upstream or waits is not given up.
 * RTL twin: rtl_gen/units/scam.v. Combining RECN with two-VC QoS support, 2.1, 4.
 */
struct side_line {
	uint64_t turns;
	uint16_t wait;                  /* cells that have to leave queue `behind` first */
	uint8_t len, level, out_queue, behind;
};

struct side_lines { uint32_t valid, xoff, sent, waiting; };

/* The VC of a level. */
static inline unsigned scam_vc(const struct shape *s, unsigned level)
{
	return s->level_map >> (VC_BITS * level) & ((1u << VC_BITS) - 1);
}

/* An Xoff, and where it goes. */
struct notice {
	uint64_t turns;
	uint8_t len, level, queue, vc;
};

enum { NO_SIDE_LINE = 255 };

struct scam {
	struct side_line *line;         /* by port, by VC, by line */
	struct side_lines *set;         /* by port, by VC */
	uint32_t *of_level;             /* by port, by level: valid lines */
	uint64_t stopped;               /* ports that may have a line that is stopped */
	uint64_t noticed;               /* ports where an Xoff acts in this cycle */
	struct notice *notice;          /* by port */
	struct verdict { uint8_t hit, alloc; } *verdict;        /* by port: lines, or none */
	uint64_t overtaken;             /* ... and does nothing: its Xon acts as well */
	uint64_t took;                  /* in the last step, for images: ports where a line was taken ... */
	struct took { uint8_t vc, line, turn; } *last;  /* ... this one, whose first turn was another one before */
	uint8_t *used;                  /* by port, by VC: lines in use */
	uint64_t changed;               /* ports where that may have changed */
};

static inline struct side_line *scam_at(const struct scam *u, const struct shape *s, unsigned port, unsigned vc, unsigned l)
{
	return u->line + (port * s->vcs + vc) * s->saqs + l;
}

static inline struct side_lines *scam_set(const struct scam *u, const struct shape *s, unsigned port, unsigned vc)
{
	return u->set + port * s->vcs + vc;
}

/* Queues of the VC that may not be served. */
static inline uint64_t scam_blocked(const struct scam *u, const struct shape *s, unsigned port, unsigned vc)
{
	const struct side_lines *set = u->set + port * s->vcs + vc;

	return s->saqs ? (uint64_t)(set->xoff | set->waiting) << s->dqs : 0;
}

/* The queue of its VC that a packet enters; `otherwise`, where it matches no line. left: turns ahead. */
unsigned scam_enter(const struct scam *u, const struct shape *s, unsigned port, const struct parcel *p, uint64_t turns, unsigned left, unsigned otherwise);

/* What the Xoffs of this cycle will do, if there are any: the line that each names, or the one that it may take. */
void scam_judge_noticed(struct scam *u, const struct shape *s, const struct cqu *cqu);

STAGE void scam_judge(struct scam *u, const struct shape *s, const struct cqu *cqu)
{
	u->took = 0;
	if (u->noticed)
		scam_judge_noticed(u, s, cqu);
}

/* An Xon acts: it lets lines of the VC go that lead there (turn; ANY_TURN: wherever); true: it let some go. It may overtake the Xoff of the cycle before. */
enum { ANY_TURN = 255 };
bool scam_xon(struct scam *u, const struct shape *s, unsigned port, unsigned turn, const struct message *m);

/* Cells leave queue j: lines that wait for it wait for less; true: one waits no more. */
bool scam_left(struct scam *u, const struct shape *s, unsigned port, unsigned vc, unsigned j, unsigned cells);

/* After all packets have left and entered: the Xoff acts. entered: the queue, of its VC, that a packet enters, or NO_QUEUE_ENTERED. False: it is lost. */
bool scam_notify(struct scam *u, const struct shape *s, const struct cqu *cqu, unsigned port, unsigned entered);
enum { NO_QUEUE_ENTERED = 0xffff };

/* The first turn of a line in the cycle of the last step. */
static inline unsigned scam_turn_before(const struct scam *u, const struct shape *s, unsigned port, unsigned vc, unsigned l)
{
	const struct took t = u->last[port];

	if (u->took >> port & 1 && t.vc == vc && t.line == l)
		return t.turn;
	return (unsigned)(scam_at(u, s, port, vc, l)->turns & ones(s->turn_w));
}

/* All that acts in this cycle has acted, and lines are counted; an Xoff acts in the next. */
static inline void scam_end(struct scam *u)
{
	u->noticed = u->overtaken = u->changed = 0;
}

static inline void scam_notice(struct scam *u, unsigned port, struct notice n)
{
	assert(n.len >= 1 && !(u->noticed >> port & 1) && "one Xoff at a time");
	u->noticed |= bit(port);
	u->notice[port] = n;
}

static inline void scam_tell(struct scam *u, const struct shape *s, unsigned port, unsigned vc, unsigned l, bool sent)
{
	struct side_lines *const set = u->set + port * s->vcs + vc;

	set->sent = (set->sent & ~(UINT32_C(1) << l)) | (uint32_t)sent << l;
	u->changed |= bit(port);
}

/* The queue of a line of these ports may have become empty, or be no longer. */
static inline void scam_touch(struct scam *u, uint64_t ports)
{
	u->changed |= ports;
}

/* Count lines in use anew; returns by how many they are more. */
int scam_count(struct scam *u, const struct shape *s, const struct cqu *cqu, unsigned port);

extern const struct unit_model scam_unit;
