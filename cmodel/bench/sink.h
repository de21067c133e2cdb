#ifndef SINK_H
#define SINK_H

#include "neighbours.h"
#include "units/destinations.h"
#include "units/members.h"

/*
 * Downstream of one output: a neighbour's input port in miniature. Packets wait in slots,
 * in a cold queue or in a queue per congested point, or in that static queue which their header names, and one at a time is served; its slot is freed and its
 * credit returned two cycles after its last flit could have left. Without back-pressure the service is at
 * line rate. With back-pressure
 *   - the pace changes from time to time: line rate, slow, or nothing at all (credits withheld);
 *   - congestion comes and goes: a prefix of a received route, or a point that nothing need head for, gets a line and
 *     a slow queue, which is stopped when it fills and let go when it has drained, both at thresholds drawn anew, some
 *     as early as they can be;
 *   - static queues are held, each for a while, so that their credits run out.
 * A destination, which says nothing of its way, is taken for a way of turns of one bit: destinations share points and part, as routes do.
 * Those that came to a stopped line are stopped one by one, each when it comes.
 * After stop_cycle the pace is line rate and no congestion comes, so everything ends.
 */
enum { SINK_LINES = PARAM_MOST_saqs };
_Static_assert((int)SINK_LINES >= (int)PARAM_MOST_cfqs, "lines of either kind");

struct sink_packet {
	uint64_t from;                  /* cycle from which it may be served */
	uint16_t next;                  /* slot behind it in its queue, or next free one */
	uint8_t flits;
};

struct sink_queue {
	uint64_t from;                  /* static: held, not served before */
	uint16_t head, tail, count;     /* head, tail: slots, if count != 0 */
};

struct sink_line {
	uint64_t turns;
	uint64_t until;                 /* congestion lasts: the queue is slow, and may be stopped */
	uint64_t hold;                  /* stopped: not let go before */
	uint64_t serve;                 /* congested: not served before */
	uint64_t swept;                 /* lists in memories: no other point before so many cycles without an Xoff */
	uint32_t destination;           /* with a routing table: the one to be stopped next ... */
	bool tells;                     /* ... unless it is */
	uint8_t len;
	uint16_t xoff, xon;             /* stopped at this many packets, let go at this few */
};

struct sink {
	uint64_t due;                   /* no call of sink_step() needed before, unless a packet comes */
	uint64_t busy_until;            /* the packet in service leaves, and its credit goes out; UINT64_MAX: none */
	unsigned used;                  /* slots */
	uint16_t serving, free;         /* slots */
	unsigned last;                  /* queue served last */
	struct members queued;          /* queues that hold packets */
	struct sink_packet *packet;     /* a slot each */
	struct sink_queue *queue;

	bool back_pressure;
	uint64_t pace_until;            /* the pace changes */
	enum { PACE_LINE_RATE, PACE_SLOW, PACE_STALL } pace;
	uint64_t next_congestion;       /* a congested point appears */
	unsigned congestion_from;       /* turns from here to where most congestion is: 0 or more */
	unsigned hops;                  /* with a routing table: from here to where ways begin */
	uint32_t congestion_gap;        /* cycles from one to the next, at most; some sinks are busier than others */
	uint32_t hold_longest;          /* cycles that a stopped line is not let go, at most */
	uint64_t route;                 /* of the packet received last that goes on from here */
	uint8_t route_left;             /* 0: none yet */
	uint32_t destination;           /* with a routing table: whose route it is */
	struct destinations told;       /* by line: those stopped */
	uint32_t in_use, stopped;       /* lines */
	uint64_t xoffs;                 /* sent */
	uint64_t lines_due;             /* no line changes before, unless its queue does */
	struct sink_line line[SINK_LINES];
	struct rng rng;

	const struct shape *shape;
	struct shape points;            /* the shape, with turns as ways to congested points have them */
	uint64_t stop_cycle;
	struct neighbours_stats *stats;
};

/* What of a sink is in an arena: a slot each, a queue each. */
void sink_place(struct sink *, const struct shape *, struct arena *);

/* After it is placed. The pointers must outlive the sink. */
void sink_reset(struct sink *, const struct shape *, const struct neighbours_config *, struct neighbours_stats *, unsigned output);

/* What is on the reverse side band in this cycle; call it if due. */
struct sink_answer {
	bool credit, message;
	uint16_t queue;                 /* of the credit */
	struct message msg;
};
struct sink_answer sink_step(struct sink *, uint64_t cycle);

/* A header arrives, after sink_step() of this cycle. */
void sink_packet(struct sink *, uint64_t cycle, const struct packet *);

bool sink_drained(const struct sink *);

#endif
